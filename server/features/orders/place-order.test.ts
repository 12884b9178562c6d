import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockRow, queueForLock } from '../../../tests/support/database/locks.ts'
import { checkBooks } from '../../../tests/support/shop/books.ts'
import { tally } from '../../../tests/support/shop/calls.ts'
import { bookingOf, placeOrder } from '../../../tests/support/shop/orders.ts'
import { addPart, addParts, stockOf } from '../../../tests/support/shop/parts.ts'
import {
  addAdmin,
  addCustomer,
  addPeople,
  type Person,
} from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop
let customer: Person

beforeAll(async () => {
  shop = await startTestShop()
  customer = await addCustomer(shop, { name: 'Velo Nord' })
})
afterAll(async () => {
  await checkBooks(shop)
  await shop.close()
})

test('a customer books a part and finds the order as he placed it', async () => {
  const part = await addPart(shop, { name: 'Cassette 11-34', cents: 1999, stock: 100 })
  const { status, body, headers } = await customer.call('POST', '/booking', bookingOf(part, 25))
  expect(status).toBe(201)
  expect(headers.get('cache-control')).toBe('no-store')
  const id = body.result.insertedId
  expect(body).toEqual({ result: { acknowledged: true, insertedId: id } })
  expect((await customer.call('GET', `/booking/${id}`)).body).toEqual({
    _id: id,
    email: customer.email,
    name: 'Velo Nord',
    phone: '+880 1711 000000',
    address: '12 Wheel Lane, Dhaka',
    quantity: 25,
    productName: 'Cassette 11-34',
    productId: part,
    totalPrice: 499.75,
    paid: false,
    transactionId: null,
    status: 'Pending',
  })
  expect(await stockOf(shop, part)).toEqual({ onHand: 100, reserved: 25 })
})

test('e-mail, name and product name are accepted, and the true ones win', async () => {
  const part = await addPart(shop, { name: 'Hub 32H' })
  const lies = { email: 'somebody@example.com', name: 'Somebody', productName: 'Gold bar' }
  const { body } = await customer.call('POST', '/booking', bookingOf(part, 10, lies))
  const order = await customer.call('GET', `/booking/${body.result.insertedId}`)
  expect(order.body).toMatchObject({
    email: customer.email,
    name: 'Velo Nord',
    productName: 'Hub 32H',
  })
})

test('name and price stay as they were when the order was placed', async () => {
  const part = await addPart(shop, { name: 'Old name', cents: 100 })
  const id = await placeOrder(customer.call, part, 10)
  await sql`update parts set name = 'New name', unit_price_cents = 999
    where id = ${part}`.execute(shop.db)
  const { body } = await customer.call('GET', `/booking/${id}`)
  expect(body).toMatchObject({ productName: 'Old name', totalPrice: 10 })
})

test('fewer pieces than the minimum are refused in the words of the specification', async () => {
  const part = await addPart(shop, { minimum: 10 })
  const { status, body } = await customer.call('POST', '/booking', bookingOf(part, 9))
  expect(status).toBe(409)
  expect(body).toMatchObject({
    code: 'quantity_below_minimum',
    detail: 'You have to order minimum 10 pieces',
    errors: { quantity: 'You have to order minimum 10 pieces' },
  })
})

test('more pieces than there are are refused in the words of the specification', async () => {
  const part = await addPart(shop, { stock: 15_400 })
  await placeOrder(customer.call, part, 400)
  const { status, body } = await customer.call('POST', '/booking', bookingOf(part, 15_001))
  expect(status).toBe(409)
  expect(body).toMatchObject({
    code: 'quantity_above_available',
    detail: 'You can order maximum 15000 pieces',
    errors: { quantity: 'You can order maximum 15000 pieces' },
  })
  expect(await stockOf(shop, part)).toEqual({ onHand: 15_400, reserved: 400 })
})

test('of many customers racing for the last lots, as many win as there are lots', async () => {
  const part = await addPart(shop, { stock: 39, minimum: 10 })
  const racers = await addPeople(shop, 8)
  const answers = await queueForLock(
    shop.db,
    lockRow('parts', part),
    racers.map(
      ({ call }) =>
        () =>
          call('POST', '/booking', bookingOf(part, 10)),
    ),
  )
  expect(tally(answers)).toEqual({ '201': 3, quantity_above_available: 5 })
  expect(answers[0]?.status).toBe(201)
  expect(await stockOf(shop, part)).toEqual({ onHand: 39, reserved: 30 })
})

test('a part that is not there cannot be ordered', async () => {
  const { status, body } = await customer.call('POST', '/booking', bookingOf(randomUUIDv7()))
  expect([status, body.code]).toEqual([404, 'part_missing'])
})

test.each([
  { cents: 1, quantity: 49, status: 409 },
  { cents: 1, quantity: 50, status: 201 },
  { cents: 99_999_999, quantity: 1, status: 201 },
  { cents: 99_999_999, quantity: 2, status: 409 },
  { cents: 99_999_999, quantity: 1_000_000_000, status: 409 },
])('an order of $quantity pieces at $cents cents is answered $status', async (order) => {
  const { cents, quantity, status } = order
  const part = await addPart(shop, { cents, stock: 1_000_000_000, minimum: 1 })
  const answer = await customer.call('POST', '/booking', bookingOf(part, quantity))
  expect(answer.status).toBe(status)
  if (status === 409) expect(answer.body.code).toBe('total_out_of_range')
  expect((await stockOf(shop, part)).reserved).toBe(status === 201 ? quantity : 0)
})

test.each(['0', '-1', '1.5', '"5"', '[5]', 'true', 'null', '1e400', '9007199254740992', '{}'])(
  'a quantity of %s is refused as bad input',
  async (written) => {
    const part = await addPart(shop, { minimum: 1 })
    const text = JSON.stringify(bookingOf(part, 7)).replace('"quantity":7', `"quantity":${written}`)
    const { status, body } = await customer.call('POST', '/booking', text)
    expect([status, body.code, Object.keys(body.errors)]).toEqual([
      400,
      'input_invalid',
      ['quantity'],
    ])
    expect((await stockOf(shop, part)).reserved).toBe(0)
  },
)

test.each([
  ['productId', { productId: 'chain' }],
  ['productId', { productId: undefined }],
  ['quantity', { quantity: undefined }],
  ['phone', { phone: '' }],
  ['phone', { phone: undefined }],
  ['phone', { phone: 1711 }],
  ['phone', { phone: 'x'.repeat(61) }],
  ['address', { address: '  ' }],
  ['address', { address: 'x'.repeat(501) }],
  ['address', { address: 'a\u0000b' }],
  ['totalPrice', { totalPrice: 0.01 }],
  ['paid', { paid: true }],
])('a wrong %s is refused by its field: %j', async (field, wrong) => {
  const part = await addPart(shop)
  const { status, body } = await customer.call('POST', '/booking', bookingOf(part, 10, wrong))
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
})

test("a customer cannot see somebody else's order, and an admin can", async () => {
  const [other, admin] = await Promise.all([addCustomer(shop), addAdmin(shop)])
  const id = await placeOrder(customer.call, await addPart(shop))
  const path = `/booking/${id}`
  const [theirs, missing] = await Promise.all([
    other.call('GET', path),
    other.call('GET', `/booking/${randomUUIDv7()}`),
  ])
  expect([theirs.status, theirs.body.code]).toEqual([404, 'order_missing'])
  expect(theirs.body).toEqual(missing.body)
  expect((await admin.call('GET', path)).body.email).toBe(customer.email)
  expect((await other.call('GET', '/booking/7')).body.code).toBe('input_invalid')
})

test('a customer holds at most twenty unpaid orders, however fast he orders', async () => {
  const hoarder = await addCustomer(shop)
  const parts = await addParts(shop, 24, { stock: 10 })
  const first = []
  for (const part of parts.slice(0, 18)) first.push(await placeOrder(hoarder.call, part))
  const atOnce = parts.slice(18)
  const answers = await queueForLock(
    shop.db,
    lockRow('users', hoarder.id),
    atOnce.map((part) => () => hoarder.call('POST', '/booking', bookingOf(part))),
  )
  expect(tally(answers)).toEqual({ '201': 2, unpaid_orders_too_many: 4 })

  await hoarder.call('DELETE', `/booking/${first[0]}?client=${hoarder.email}`)
  const [one, two] = atOnce.filter((_, n) => answers[n]?.status === 409) as [string, string]
  expect((await hoarder.call('POST', '/booking', bookingOf(one))).status).toBe(201)
  const oneTooMany = await hoarder.call('POST', '/booking', bookingOf(two))
  expect([oneTooMany.status, oneTooMany.body.code]).toEqual([409, 'unpaid_orders_too_many'])
  expect((await stockOf(shop, two)).reserved).toBe(0)
})
