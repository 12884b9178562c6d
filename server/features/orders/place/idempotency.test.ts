import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { countOutcomes, readIds } from '../../../../tests/support/shop/api-client.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { buildBooking } from '../../../../tests/support/shop/orders.ts'
import { addPart, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addCustomer, type TestUser } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
afterAll(() => closeWithConsistentLedger(shop))

const book = ({ call }: TestUser, key: string, part: string, quantity = 10, more = {}) =>
  call('POST', '/booking', buildBooking(part, quantity, more), { 'idempotency-key': key })

test('places one order for ten concurrent requests with the same idempotency key', async () => {
  const customer = await addCustomer(shop)
  const part = await addPart(shop, { stock: 1000 })
  const key = randomUUID()
  const responses = await runInLockOrder(
    shop.db,
    lockRow('users', customer.id),
    Array.from({ length: 10 }, () => () => book(customer, key, part)),
  )
  expect(countOutcomes(responses)).toEqual({ '201': 10 })
  expect(new Set(responses.map(({ body }) => body.result.insertedId)).size).toBe(1)
  expect(await readStock(shop, part)).toEqual({ onHand: 1000, reserved: 10 })
  const orders = await customer.call('GET', `/myOrders?client=${customer.email}`)
  expect(readIds(orders)).toHaveLength(1)
})

test('refuses an idempotency key that was used for another order', async () => {
  const customer = await addCustomer(shop)
  const [part, other] = [await addPart(shop), await addPart(shop)]
  const key = randomUUID()
  await book(customer, key, part)
  for (const repeated of [
    await book(customer, key, part, 11),
    await book(customer, key, other),
    await book(customer, key, part, 10, { phone: '1' }),
    await book(customer, key, part, 10, { address: 'elsewhere' }),
  ])
    expect([repeated.status, repeated.body.code]).toEqual([422, 'key_reused'])
  expect((await readStock(shop, part)).reserved).toBe(10)
})

test('returns the first response to a repeated request after a cancellation, and reserves nothing', async () => {
  const customer = await addCustomer(shop)
  const part = await addPart(shop)
  const key = randomUUID()
  const first = await book(customer, key, part)
  const { insertedId } = first.body.result
  await customer.call('DELETE', `/booking/${insertedId}?client=${customer.email}`)
  const repeated = await book(customer, key, part)
  expect([repeated.status, repeated.body]).toEqual([201, first.body])
  expect((await readStock(shop, part)).reserved).toBe(0)
})

test('returns the first response to a repeated request although no stock is left', async () => {
  const customer = await addCustomer(shop)
  const part = await addPart(shop, { stock: 10 })
  const key = randomUUID()
  const first = await book(customer, key, part)
  expect((await book(customer, key, part)).body).toEqual(first.body)
})

test('stores no refusal, so that the same idempotency key can succeed later', async () => {
  const customer = await addCustomer(shop)
  const part = await addPart(shop, { stock: 5 })
  const key = randomUUID()
  expect((await book(customer, key, part)).body.code).toBe('quantity_above_available')
  await sql`with added as (insert into stock_movements (id, part_id, kind, pieces, by_user, reason)
    values (gen_random_uuid(), ${part}, 'adjustment', 95, ${customer.id}, 'Delivery'))
    update parts set on_hand = 100 where id = ${part}`.execute(shop.db)
  expect((await book(customer, key, part)).status).toBe(201)
})

test('accepts the same idempotency key from two customers', async () => {
  const [one, two] = await Promise.all([addCustomer(shop), addCustomer(shop)])
  const part = await addPart(shop)
  const responses = await Promise.all([book(one, 'my-key', part), book(two, 'my-key', part, 20)])
  expect(countOutcomes(responses)).toEqual({ '201': 2 })
  expect([
    (await book(one, 'my-key', part)).body,
    (await book(two, 'my-key', part, 20)).body,
  ]).toEqual(responses.map(({ body }) => body))
  expect((await readStock(shop, part)).reserved).toBe(30)
})

test('places one order for each request without an idempotency key', async () => {
  const customer = await addCustomer(shop)
  const part = await addPart(shop)
  const order = () => customer.call('POST', '/booking', buildBooking(part))
  const ids = (await Promise.all([order(), order()])).map(({ body }) => body.result.insertedId)
  expect(new Set(ids).size).toBe(2)
})

test('accepts an idempotency key for a new order after a day', async () => {
  const customer = await addCustomer(shop)
  const part = await addPart(shop)
  const first = await book(customer, 'yesterday', part)
  await sql`update idempotency_keys set created_at = now() - interval '24 hours 1 second'
    where user_id = ${customer.id}`.execute(shop.db)
  const today = await book(customer, 'yesterday', part, 20)
  expect(today.status).toBe(201)
  expect(today.body.result.insertedId).not.toBe(first.body.result.insertedId)
  const repeated = await book(customer, 'yesterday', part, 20)
  expect([repeated.status, repeated.body]).toEqual([201, today.body])
})

test.each(['with blanks', 'x'.repeat(256), 'tab\there', ''])(
  'refuses the idempotency key %j',
  async (key) => {
    const customer = await addCustomer(shop)
    const { status, body } = await book(customer, key, await addPart(shop))
    expect([status, body.code]).toEqual([400, 'input_invalid'])
  },
)
