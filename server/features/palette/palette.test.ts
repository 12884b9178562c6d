import { afterAll, expect, test } from 'vitest'
import type { ApiResponse } from '../../../tests/support/shop/api-client.ts'
import { placeOrder } from '../../../tests/support/shop/orders.ts'
import { addPartCode, addPartWithSku } from '../../../tests/support/shop/part-codes.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import {
  addAdmin,
  addCustomer,
  addUsers,
  type TestUser,
} from '../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop, { email: 'staff@freehub.example', name: 'Grace Hopper' })
const ada = await addCustomer(shop, { email: 'ada@wheels.example', name: 'Ada Lovelace' })
const bob = await addCustomer(shop, { email: 'bob@wheels.example', name: 'Bob Spoke' })
const part = await addPart(shop, { name: 'Quill stem, 25.4 mm' })
await shop.db.updateTable('parts').set({ sku: 'FH-00042-7' }).where('id', '=', part).execute()
const order = await placeOrder(ada.call, part)
const orderNumber: string = (await ada.call('GET', `/booking/${order}`)).body.orderNumber
await pay(order, 'pi_palette_000001', 17)
afterAll(() => shop.close())

/** Marks an order as paid and adds its invoice, like settling and the scheduled job. */
async function pay(id: string, transaction_id: string, number: number) {
  const { db } = shop
  await db
    .updateTable('orders')
    .set({ paid_at: new Date(), transaction_id })
    .where('id', '=', id)
    .execute()
  await db.insertInto('invoices').values({ number, order_id: id, kind: 'invoice' }).execute()
}

const find = (user: TestUser, search: string) =>
  user.call('GET', `/api/palette?search=${encodeURIComponent(search)}`)
const getOrderIds = ({ body }: ApiResponse) => body.orders.map(({ _id }: { _id: string }) => _id)
const getEmails = ({ body }: ApiResponse) =>
  body.people.map(({ email }: { email: string }) => email)

test('finds a part by its name, a misspelt name, and its SKU', async () => {
  for (const search of ['quill', 'quill stemm', 'FH-00042-7', '00042']) {
    const { body } = await find(ada, search)
    expect([search, body.parts]).toEqual([
      search,
      [
        {
          _id: part,
          name: 'Quill stem, 25.4 mm',
          sku: 'FH-00042-7',
          code: null,
          isExact: search === 'FH-00042-7',
          isArchived: false,
        },
      ],
    ])
  }
})

test('finds no part that lacks a word of the search', async () => {
  await shop.db.insertInto('families').values({ code: '98', name: 'Stems' }).execute()
  await addPart(shop, { name: 'Alloy rim' })
  expect((await find(ada, 'alloy stem')).body.parts).toEqual([])
})

test('finds a user by the phone number', async () => {
  await shop.db
    .updateTable('users')
    .set({ phone: '+49 40 5550 120' })
    .where('id', '=', bob.id)
    .execute()
  expect(getEmails(await find(admin, '040 5550-12'))).toEqual([bob.email])
})

test('guesses no part for staff', async () => {
  expect((await find(admin, 'quill')).body.parts).toMatchObject([{ _id: part }])
  expect((await find(admin, 'quill stemm')).body.parts).toEqual([])
})

test('finds a part by a complete code or its beginning, and by the end of a SKU or GTIN', async () => {
  const chain = await addPartWithSku(shop, 'FH-31337-1', { supersedes: 'FH-20202-0' })
  await addPartCode(shop, chain, 'gtin', '4006381333931')
  await addPartCode(shop, chain, 'competitor', 'CN-HG601-11', 'Shimano')
  await shop.db
    .insertInto('own_numbers')
    .values({ user_id: ada.id, key: 'KETTE77', code: 'Kette-77', part_id: chain })
    .execute()
  const expected: [search: string, code: string | null, isExact: boolean][] = [
    ['fh313371', null, true],
    ['FH-3133', null, false],
    ['3371', null, false],
    ['FH-20202-0', 'FH-20202-0', true],
    ['4006381333931', '4006381333931', true],
    ['333931', '4006381333931', false],
    ['cn hg601 11', 'Shimano CN-HG601-11', true],
    ['cn-hg60', 'Shimano CN-HG601-11', false],
    ['kette 77', 'Kette-77', true],
    ['kette-7', 'Kette-77', false],
  ]
  for (const [search, code, isExact] of expected) {
    const { body } = await find(ada, search)
    expect([search, body.parts[0]]).toMatchObject([search, { _id: chain, code, isExact }])
  }
  expect((await find(bob, 'kette 77')).body.parts).toEqual([])
})

test('finds an order by its id, number, part, client, transaction and invoice', async () => {
  for (const search of [
    order,
    order.toUpperCase(),
    orderNumber,
    orderNumber.toLowerCase().replace('-', ''),
    orderNumber.slice(3),
    orderNumber.slice(0, -2),
    orderNumber.slice(-4),
    'quill stem',
    'ada@wheels',
    'lovelace',
    'pi_palette_000001',
    'FH-000017',
    'fh 17',
  ]) {
    for (const user of [ada, admin]) {
      expect([search, getOrderIds(await find(user, search))]).toEqual([search, [order]])
    }
  }
  const { body } = await find(ada, order)
  expect(body.orders).toEqual([
    {
      _id: order,
      orderNumber,
      productName: 'Quill stem, 25.4 mm',
      totalPrice: expect.any(Number),
      name: 'Ada Lovelace',
      email: ada.email,
      stage: 'Paid',
      isExact: true,
    },
  ])
  const { body: partial } = await find(ada, orderNumber.slice(-4))
  expect(partial.orders[0].isExact).toBe(false)
})

test('finds no order by a number with a wrong check digit', async () => {
  const wrong = orderNumber.slice(0, -1) + ((Number(orderNumber.at(-1)) + 1) % 10)
  for (const search of [wrong, wrong.slice(3)])
    expect([search, getOrderIds(await find(admin, search))]).toEqual([search, []])
})

test('never finds another customer’s order', async () => {
  for (const search of [
    order,
    'quill stem',
    'ada@wheels',
    'pi_palette_000001',
    'FH-000017',
    orderNumber,
  ]) {
    expect([search, getOrderIds(await find(bob, search))]).toEqual([search, []])
  }
})

test('finds an email address that begins with the search text among more than 200 matching names', async () => {
  await addUsers(shop, 210, { name: 'Ubik Rider' })
  await addCustomer(shop, { email: 'ubik@chip.example', name: 'Joe Chip' })
  const found = getEmails(await find(admin, 'Ubik'))
  expect([found[0], new Set(found).size]).toEqual(['ubik@chip.example', 5])
})

test('finds a cancelled order by its id, number and part', async () => {
  const other = await addPart(shop, { name: 'Bobbin for cancelling' })
  const cancelled = await placeOrder(bob.call, other)
  const { body: booked } = await bob.call('GET', `/booking/${cancelled}`)
  await bob.call('DELETE', `/booking/${cancelled}?client=${bob.email}`)
  expect(getOrderIds(await find(bob, booked.orderNumber))).toEqual([cancelled])
  expect((await find(bob, cancelled)).body.orders).toMatchObject([{ stage: 'Cancelled' }])
  expect(getOrderIds(await find(bob, 'Bobbin for cancelling'))).toEqual([cancelled])
})

test('finds users by email and name, for staff only', async () => {
  expect(getEmails(await find(admin, 'wheels.example'))).toEqual([ada.email, bob.email])
  expect(getEmails(await find(admin, 'hopper'))).toEqual([admin.email])
  expect(getEmails(await find(admin, 'bo'))).toEqual([bob.email])
  for (const search of ['ada', 'hopper', 'wheels.example']) {
    expect([search, getEmails(await find(ada, search))]).toEqual([search, []])
  }
})

test('lists first the email addresses that begin with the text, and omits deleted accounts', async () => {
  const late = await addCustomer(shop, { email: 'zoe.rim@example.com', name: 'Zoe' })
  const first = await addCustomer(shop, { email: 'rim-works@example.com', name: 'Works' })
  const deleted = await addCustomer(shop, { email: 'rim-gone@example.com', name: 'Gone' })
  await shop.db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('id', '=', deleted.id)
    .execute()
  expect(getEmails(await find(admin, 'rim'))).toEqual([first.email, late.email])
})

test('treats SQL and search operators in a search as plain text', async () => {
  for (const search of ['100%', '__', "' or true --", '\\', '%%%', '( & |', '😀']) {
    const { status, body } = await find(admin, search)
    expect([search, status, body]).toEqual([search, 200, { parts: [], orders: [], people: [] }])
  }
})

test('searches one kind of results with another text, and lists the orders of a stage, oldest first', async () => {
  const tube = await addPart(shop, { name: 'Inner tube' })
  const orders = [await placeOrder(bob.call, tube), await placeOrder(bob.call, tube)]
  const search = (query: string, user = bob) => user.call('GET', `/api/palette?${query}`)
  const listed = await search('kind=orders&stage=Pending')
  expect([getOrderIds(listed).slice(-2), listed.body.parts]).toEqual([orders, []])
  expect((await search('search=inner+tube&kind=orders&target=inner')).body).toMatchObject({
    parts: [{ _id: tube }],
    orders: [{ _id: orders[1] }, { _id: orders[0] }],
  })
  expect((await search('kind=parts&target=inner')).body).toMatchObject({
    parts: [{ _id: tube }],
    orders: [],
  })
  expect(getOrderIds(await search('kind=orders&stage=Paid&target=inner'))).toEqual([])
  expect(getOrderIds(await search('kind=orders&stage=Shipped', ada))).toEqual([])
  // A complete number finds its order in any stage, so that the screen can explain why the action
  // is impossible.
  const completeNumber = `kind=orders&stage=Pending&target=${orderNumber}`
  expect(getOrderIds(await search(completeNumber, admin))).toEqual([order])
})

test('refuses an empty or too long search, and visitors', async () => {
  for (const search of ['', ' ', 'x'.repeat(201)]) {
    expect((await find(ada, search)).status).toBe(400)
  }
  for (const query of ['stage=Paid', 'kind=orders', 'kind=people&stage=Paid'])
    expect((await ada.call('GET', `/api/palette?${query}`)).status).toBe(400)
  expect((await shop.call('GET', '/api/palette?search=quill')).status).toBe(401)
})

test('finds the order with a number, and the order whose invoice has the same number', async () => {
  const other = await placeOrder(bob.call, await addPart(shop, { name: 'Rim tape' }))
  await pay(other, 'pi_palette_000002', Number(orderNumber.slice(3)))
  expect(getOrderIds(await find(admin, orderNumber))).toEqual([order, other])
  expect(getOrderIds(await find(bob, orderNumber))).toEqual([other])
})

test('finds an archived part by its number and name, for staff only', async () => {
  const retired = await addPartWithSku(shop, 'FH-40404-4', { name: 'Retired drop bar' })
  await placeOrder(bob.call, retired)
  await admin.call('DELETE', `/part/${retired}`)
  for (const search of ['FH-40404-4', 'fh-4040', 'retired dr']) {
    const { body } = await find(admin, search)
    expect([search, body.parts]).toMatchObject([search, [{ _id: retired, isArchived: true }]])
    expect([search, (await find(bob, search)).body.parts]).toEqual([search, []])
  }
})

test('finds an order by its tracking number and its credit note', async () => {
  const shipped = await placeOrder(bob.call, part)
  await pay(shipped, 'pi_palette_000009', 28)
  await shop.db
    .updateTable('orders')
    .set({
      shipped_at: new Date(),
      shipped_by: admin.id,
      carrier: 'DHL',
      tracking_number: 'JD01 4600 00KX',
    })
    .where('id', '=', shipped)
    .execute()
  const creditNote = { number: 29, order_id: shipped, kind: 'credit_note' as const }
  await shop.db.insertInto('invoices').values(creditNote).execute()
  for (const search of ['JD01 4600 00KX', 'jd0146', 'FH-000029'])
    expect([search, getOrderIds(await find(admin, search))]).toEqual([search, [shipped]])
})
