import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { countOutcomes } from '../../../../tests/support/shop/api-client.ts'
import { addToCart } from '../../../../tests/support/shop/carts.ts'
import { getInbox } from '../../../../tests/support/shop/inbox.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { addPart, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

const shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '2' } })
const staff = await addAdmin(shop, { name: 'Grace Hopper' })
const part = await addPart(shop, { cents: 250, stock: 1000 })
afterAll(() => closeWithConsistentLedger(shop))

const CONTACT = { phone: '+880 1711 000000', address: '12 Wheel Lane, Dhaka' }

const buildOrder = (productId = part, quantity = 10, overrides: object = {}) => ({
  lines: [{ productId, quantity }],
  totalCents: quantity * 250,
  ...CONTACT,
  ...overrides,
})

const enter = (
  { call }: TestUser,
  { email }: Pick<TestUser, 'email'>,
  body: object = buildOrder(),
  key: string = randomUUID(),
) => call('POST', `/api/users/${email}/orders`, body, { 'idempotency-key': key })

const countOrders = async ({ id }: TestUser) =>
  (await sql`select from orders where user_id = ${id}`.execute(shop.db)).rows.length

test('gives the order to the customer, who can pay it, and names the staff member in its history', async () => {
  const customer = await addCustomer(shop, { name: 'Velo Nord' })
  await addToCart(customer.call, { [part]: 30 })
  const { body: cart } = await customer.call('GET', '/api/cart')
  const { status, body } = await enter(
    staff,
    customer,
    buildOrder(part, 10, { note: 'Gate 4', reference: 'PO 4500-77' }),
  )
  expect(status).toBe(201)
  const path = `/api/orders/${body.orderId}`
  expect((await customer.call('GET', path)).body).toMatchObject({
    name: 'Velo Nord',
    email: customer.email,
    ...CONTACT,
    totalPrice: 25,
    note: 'Gate 4',
    reference: 'PO 4500-77',
    stage: 'Pending',
    steps: [{ kind: 'placed', by: 'staff', name: null }],
  })
  expect((await staff.call('GET', path)).body.steps).toMatchObject([
    { kind: 'placed', by: 'staff', name: 'Grace Hopper' },
  ])
  const { body: mine } = await customer.call('GET', `/myOrders?client=${customer.email}`)
  expect(mine).toMatchObject([{ _id: body.orderId, status: 'Pending' }])
  expect((await customer.call('GET', '/api/cart')).body).toMatchObject({
    version: cart.version,
    lines: [{ productId: part, quantity: 30 }],
  })
  const payment = { bookingId: body.orderId, totalPrice: 25 }
  expect((await staff.call('POST', '/create-payment-intent', payment)).status).toBe(404)
})

test('sends the customer a mail with a link to pay', async () => {
  const customer = await addCustomer(shop)
  const { body } = await enter(staff, customer)
  const inbox = getInbox(shop)
  const [mail] = await waitUntil('the mail has arrived', async () => {
    const mails = await inbox.mailsTo(customer.email)
    return mails.length > 0 && mails
  })
  expect(mail?.subject).toContain(body.orderNumber)
  expect(mail?.text).toContain(`/dashboard/payment/${body.orderId}`)
})

test('places the order once for ten concurrent requests with the same idempotency key', async () => {
  const customer = await addCustomer(shop)
  const key = randomUUID()
  const before = await readStock(shop, part)
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => enter(staff, customer, buildOrder(), key)),
  )
  expect(countOutcomes(responses)).toEqual({ 201: 10 })
  expect(await countOrders(customer)).toBe(1)
  expect((await readStock(shop, part)).reserved).toBe(before.reserved + 10)
  const other = await enter(staff, customer, buildOrder(part, 20), key)
  expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
})

test('places the order once for a repeated request with other prices', async () => {
  const customer = await addCustomer(shop)
  const key = randomUUID()
  const first = await enter(staff, customer, buildOrder(), key)
  const repeat = await enter(
    staff,
    customer,
    buildOrder(part, 10, { totalCents: 2400, unitPricesCents: { [part]: 240 } }),
    key,
  )
  expect(repeat).toMatchObject({ status: 201, body: { orderId: first.body.orderId } })
  expect(await countOrders(customer)).toBe(1)
})

test.each([
  ['too few pieces', () => buildOrder(part, 5), 'lines_refused'],
  ['more pieces than available', () => buildOrder(part, 5000), 'lines_refused'],
  ['another total', () => buildOrder(part, 10, { totalCents: 2400 }), 'prices_changed'],
  [
    'another price',
    () => buildOrder(part, 10, { unitPricesCents: { [part]: 240 } }),
    'prices_changed',
  ],
  ['an unknown part', () => buildOrder(randomUUID()), 'part_missing'],
  ['no lines', () => buildOrder(part, 10, { lines: [] }), 'input_invalid'],
])('refuses an order with %s, and reserves nothing', async (_, body, code) => {
  const customer = await addCustomer(shop)
  const before = await readStock(shop, part)
  expect((await enter(staff, customer, body())).body.code).toBe(code)
  expect(await countOrders(customer)).toBe(0)
  expect(await readStock(shop, part)).toEqual(before)
})

test('counts the order towards the limit of the customer’s unpaid orders', async () => {
  const customer = await addCustomer(shop)
  await enter(staff, customer)
  await enter(staff, customer)
  expect((await enter(staff, customer)).body.code).toBe('unpaid_orders_too_many')
})

test('refuses an order for a banned or unknown customer', async () => {
  const customer = await addCustomer(shop)
  await staff.call('PUT', `/api/users/${customer.email}/ban`, { reason: 'Fraud' })
  expect((await enter(staff, customer)).body).toMatchObject({
    detail: expect.stringContaining('banned'),
  })
  expect((await enter(staff, { email: 'nobody@example.com' })).body.code).toBe('user_missing')
})

test('lets only staff enter orders, and only while their rights are not paused', async () => {
  const customer = await addCustomer(shop)
  const paused = await addAdmin(shop, { emailConfirmed: false })
  const path = `/api/users/${customer.email}/orders`
  const responses = [
    await shop.call('POST', path, buildOrder()),
    await enter(customer, customer),
    await enter(paused, customer),
  ]
  expect(responses.map(({ status }) => status)).toEqual([401, 403, 403])
  expect(await countOrders(customer)).toBe(0)
})
