import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { countOutcomes } from '../../../../tests/support/shop/api-client.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { buildBooking, placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart, addParts, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, addUsers } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const customer = await addCustomer(shop, { name: 'Velo Nord' })
afterAll(() => closeWithConsistentLedger(shop))

test('places an order that the customer can read', async () => {
  const part = await addPart(shop, { name: 'Cassette 11-34', cents: 1999, stock: 100 })
  const { status, body, headers } = await customer.call(
    'POST',
    '/booking',
    buildBooking(part, 25, { reference: 'PO 1' }),
  )
  expect(status).toBe(201)
  expect(headers.get('cache-control')).toBe('no-store')
  const id = body.result.insertedId
  expect(body).toEqual({ result: { acknowledged: true, insertedId: id } })
  expect((await customer.call('GET', `/booking/${id}`)).body).toEqual({
    _id: id,
    orderNumber: expect.stringMatching(/^FH-\d{6}$/),
    lineCount: 1,
    email: customer.email,
    name: 'Velo Nord',
    phone: '+880 1711 000000',
    address: '12 Wheel Lane, Dhaka',
    reference: 'PO 1',
    quantity: 25,
    productName: 'Cassette 11-34',
    productId: part,
    img: expect.stringMatching(/chain\.svg$/),
    totalPrice: 499.75,
    paid: false,
    transactionId: null,
    status: 'Pending',
    stage: 'Pending',
    placedAt: expect.any(String),
    reservedUntil: expect.any(String),
  })
  expect(await readStock(shop, part)).toEqual({ onHand: 100, reserved: 25 })
})

test('ignores email, name and product name of the request', async () => {
  const part = await addPart(shop, { name: 'Hub 32H' })
  const ignored = { email: 'other@example.com', name: 'Other', productName: 'Gold bar' }
  const { body } = await customer.call('POST', '/booking', buildBooking(part, 10, ignored))
  const order = await customer.call('GET', `/booking/${body.result.insertedId}`)
  expect(order.body).toMatchObject({
    email: customer.email,
    name: 'Velo Nord',
    productName: 'Hub 32H',
  })
})

test('keeps the name and price that the part had when it was ordered', async () => {
  const part = await addPart(shop, { name: 'Old name', cents: 100 })
  const id = await placeOrder(customer.call, part, 10)
  await sql`update parts set name = 'New name', unit_price_cents = 999
    where id = ${part}`.execute(shop.db)
  const { body } = await customer.call('GET', `/booking/${id}`)
  expect(body).toMatchObject({ productName: 'Old name', totalPrice: 10 })
})

test('refuses a total that differs from the current one, also if the price changes while the request waits', async () => {
  const part = await addPart(shop, { cents: 200 })
  const book = (totalCents: number) =>
    customer.call('POST', '/booking', buildBooking(part, 10, { totalCents }))
  expect((await book(2000)).status).toBe(201)
  const [waiting] = await runInLockOrder(
    shop.db,
    (tx) => sql`update parts set unit_price_cents = 250 where id = ${part}`.execute(tx),
    [() => book(2000)],
  )
  for (const refused of [waiting, await book(2000)])
    expect([refused?.status, refused?.body.code]).toEqual([409, 'prices_changed'])
  expect((await book(2500)).status).toBe(201)
  expect((await readStock(shop, part)).reserved).toBe(20)
})

test('returns the first order to a repeated request that states a new total', async () => {
  const part = await addPart(shop, { cents: 200 })
  const book = (totalCents: number) =>
    customer.call('POST', '/booking', buildBooking(part, 10, { totalCents }), {
      'idempotency-key': 'new-total',
    })
  const first = await book(2000)
  await sql`update parts set unit_price_cents = 250 where id = ${part}`.execute(shop.db)
  expect(first.status).toBe(201)
  expect(await book(2500)).toMatchObject({ status: 201, body: first.body })
})

test('refuses fewer pieces than the minimum with the specification’s message', async () => {
  const part = await addPart(shop, { minimum: 10 })
  const { status, body } = await customer.call('POST', '/booking', buildBooking(part, 9))
  expect(status).toBe(409)
  expect(body).toMatchObject({
    code: 'quantity_below_minimum',
    detail: 'You have to order minimum 10 pieces',
    errors: { quantity: 'You have to order minimum 10 pieces' },
  })
})

test('refuses more pieces than available with the specification’s message', async () => {
  const part = await addPart(shop, { stock: 15_400 })
  await placeOrder(customer.call, part, 400)
  const { status, body } = await customer.call('POST', '/booking', buildBooking(part, 15_001))
  expect(status).toBe(409)
  expect(body).toMatchObject({
    code: 'quantity_above_available',
    detail: 'You can order maximum 15000 pieces',
    errors: { quantity: 'You can order maximum 15000 pieces' },
  })
  expect(await readStock(shop, part)).toEqual({ onHand: 15_400, reserved: 400 })
})

test('does not sell more than the available quantity to concurrent customers', async () => {
  const part = await addPart(shop, { stock: 39, minimum: 10 })
  const racers = await addUsers(shop, 8)
  const responses = await runInLockOrder(
    shop.db,
    lockRow('parts', part),
    racers.map(
      ({ call }) =>
        () =>
          call('POST', '/booking', buildBooking(part, 10)),
    ),
  )
  expect(countOutcomes(responses)).toEqual({ '201': 3, quantity_above_available: 5 })
  expect(responses[0]?.status).toBe(201)
  expect(await readStock(shop, part)).toEqual({ onHand: 39, reserved: 30 })
})

test('refuses an unknown part', async () => {
  const { status, body } = await customer.call('POST', '/booking', buildBooking(randomUUIDv7()))
  expect([status, body.code]).toEqual([404, 'part_missing'])
})

test.each([
  { cents: 1, quantity: 49, status: 409 },
  { cents: 1, quantity: 50, status: 201 },
  { cents: 99_999_999, quantity: 1, status: 201 },
  { cents: 99_999_999, quantity: 2, status: 409 },
  { cents: 99_999_999, quantity: 1_000_000_000, status: 409 },
])('responds to an order of $quantity pieces at $cents cents with $status', async (order) => {
  const { cents, quantity, status } = order
  const part = await addPart(shop, { cents, stock: 1_000_000_000, minimum: 1 })
  const response = await customer.call('POST', '/booking', buildBooking(part, quantity))
  expect(response.status).toBe(status)
  if (status === 409) expect(response.body.code).toBe('total_out_of_range')
  expect((await readStock(shop, part)).reserved).toBe(status === 201 ? quantity : 0)
})

test.each(['0', '-1', '1.5', '"5"', '[5]', 'true', 'null', '1e400', '9007199254740992', '{}'])(
  'refuses a quantity of %s as invalid input',
  async (value) => {
    const part = await addPart(shop, { minimum: 1 })
    const text = JSON.stringify(buildBooking(part, 7)).replace(
      '"quantity":7',
      `"quantity":${value}`,
    )
    const { status, body } = await customer.call('POST', '/booking', text)
    expect([status, body.code, Object.keys(body.errors)]).toEqual([
      400,
      'input_invalid',
      ['quantity'],
    ])
    expect((await readStock(shop, part)).reserved).toBe(0)
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
  ['totalCents', { totalCents: '2500' }],
  ['paid', { paid: true }],
])('reports an invalid %s under its field: %j', async (field, wrong) => {
  const part = await addPart(shop)
  const { status, body } = await customer.call('POST', '/booking', buildBooking(part, 10, wrong))
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
})

test('hides an order from other customers, and shows it to an admin', async () => {
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

test('limits a customer to twenty unpaid orders, also for concurrent requests', async () => {
  const hoarder = await addCustomer(shop)
  const parts = await addParts(shop, 24, { stock: 10 })
  const first = []
  for (const part of parts.slice(0, 18)) first.push(await placeOrder(hoarder.call, part))
  const concurrentParts = parts.slice(18)
  const responses = await runInLockOrder(
    shop.db,
    lockRow('users', hoarder.id),
    concurrentParts.map((part) => () => hoarder.call('POST', '/booking', buildBooking(part))),
  )
  expect(countOutcomes(responses)).toEqual({ '201': 2, unpaid_orders_too_many: 4 })

  await hoarder.call('DELETE', `/booking/${first[0]}?client=${hoarder.email}`)
  const [one, two] = concurrentParts.filter((_, n) => responses[n]?.status === 409) as [
    string,
    string,
  ]
  expect((await hoarder.call('POST', '/booking', buildBooking(one))).status).toBe(201)
  const oneTooMany = await hoarder.call('POST', '/booking', buildBooking(two))
  expect([oneTooMany.status, oneTooMany.body.code]).toEqual([409, 'unpaid_orders_too_many'])
  expect((await readStock(shop, two)).reserved).toBe(0)
})
