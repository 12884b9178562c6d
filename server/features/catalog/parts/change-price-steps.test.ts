import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { countOutcomes } from '../../../../tests/support/shop/api-client.ts'
import { buildBooking, placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop, { name: 'Grace Hopper' })
const customer = await addCustomer(shop)
afterAll(() => shop.close())

const change = (id: string, body: object) => admin.call('PATCH', `/api/parts/${id}`, body)
const readDetails = async (id: string) => (await shop.call('GET', `/api/parts/${id}`)).body
const readTotal = async (order: string) =>
  (await customer.call('GET', `/booking/${order}`)).body.totalPrice
const addStockedPart = () => addPart(shop, { cents: 600, minimum: 50, stock: 100_000 })

const steps = [
  { fromQuantity: 300, price: 5.72 },
  { fromQuantity: 1000, price: 5.1 },
]

test('replaces the price steps, uses them for new orders, and records the edit', async () => {
  const id = await addStockedPart()
  await readDetails(id)
  expect((await change(id, { priceTiers: steps })).status).toBe(200)
  expect((await readDetails(id)).priceTiers).toEqual([{ fromQuantity: 50, price: 6 }, ...steps])
  expect(await readTotal(await placeOrder(customer.call, id, 299))).toBe(1794)
  expect(await readTotal(await placeOrder(customer.call, id, 300))).toBe(1716)
  await change(id, { priceTiers: [] })
  expect((await readDetails(id)).priceTiers).toEqual([])
  const { body } = await admin.call('GET', `/api/parts/${id}/edits`)
  const text = '300:5.72|1000:5.10'
  expect(body).toMatchObject([
    { by: 'Grace Hopper', changes: [{ field: 'priceTiers', from: text, to: null }] },
    { by: 'Grace Hopper', changes: [{ field: 'priceTiers', from: null, to: text }] },
  ])
})

test('sets steps for the new price and the new minimum order in the same change', async () => {
  const id = await addStockedPart()
  await change(id, { priceTiers: steps })
  await change(id, { price: 5.8, minimumOrder: 100, priceTiers: steps })
  expect((await readDetails(id)).priceTiers).toEqual([{ fromQuantity: 100, price: 5.8 }, ...steps])
})

test('computes the prices again if the steps change while an order is placed', async () => {
  const id = await addStockedPart()
  await change(id, { priceTiers: steps })
  // The first order puts the terms into the cache.
  await placeOrder(customer.call, id, 300)
  const first = { fromQuantity: 300, price: 5.5 }
  expect((await change(id, { priceTiers: [first] })).status).toBe(200)
  expect(await readTotal(await placeOrder(customer.call, id, 300))).toBe(1650)
  const [changed, placed] = await runInLockOrder(shop.db, lockRow('parts', id), [
    () => change(id, { priceTiers: [{ ...first, price: 5 }] }),
    () => customer.call('POST', '/booking', buildBooking(id, 300)),
  ])
  expect([changed?.status, placed?.status]).toEqual([200, 201])
  expect(await readTotal(placed?.body.result.insertedId)).toBe(1500)
})

test('refuses an order of a cart if the price steps have changed', async () => {
  const id = await addStockedPart()
  await change(id, { priceTiers: steps })
  const changes = [{ productId: id, add: 300 }]
  const { body: cart } = await customer.call('PATCH', '/api/cart', { changes })
  await change(id, { priceTiers: [] })
  const order = { version: cart.version, totalCents: 171_600, phone: '1', address: 'Here' }
  const { status, body } = await customer.call('POST', '/api/orders', order)
  expect([status, body.code]).toEqual([409, 'prices_changed'])
})

test('refuses more than 20 steps, and a step that keeps the price or repeats the quantity before it', async () => {
  const id = await addStockedPart()
  const { status, body } = await change(id, {
    priceTiers: [
      { fromQuantity: 50, price: 5.9 },
      { fromQuantity: 300, price: 5.9 },
      { fromQuantity: 300, price: 5 },
    ],
  })
  expect([status, body.code]).toEqual([409, 'price_tiers_invalid'])
  expect(body.errors).toEqual({
    'priceTiers.0.fromQuantity': 'Enter more than 50 pieces, the minimum order.',
    'priceTiers.1.price': 'Enter less than $5.90, the price before this step.',
    'priceTiers.2.fromQuantity': 'Enter more than 300 pieces, the quantity of the step before.',
  })
  const many = Array.from({ length: 21 }, (_, n) => ({ fromQuantity: 100 + n, price: 5 - n / 100 }))
  expect((await change(id, { priceTiers: many })).body.errors).toEqual({
    priceTiers: 'At most 20 price steps.',
  })
  expect((await change(id, { priceTiers: many.slice(1) })).status).toBe(200)
  expect((await change(id, { priceTiers: [{ fromQuantity: 1.5, price: 1 }] })).status).toBe(400)
})

test('accepts only an order multiple that divides the minimum order', async () => {
  const id = await addStockedPart()
  const message = 'The minimum order of 50 pieces is not a multiple of 20. Change one of them.'
  expect((await change(id, { orderMultiple: 20 })).body).toMatchObject({
    code: 'input_invalid',
    errors: { orderMultiple: message },
  })
  expect((await change(id, { orderMultiple: 1 })).status).toBe(400)
  expect((await change(id, { orderMultiple: 20, minimumOrder: 60 })).status).toBe(200)
  expect((await readDetails(id)).orderMultiple).toBe(20)
  expect((await change(id, { minimumOrder: 50 })).body.errors).toEqual({ orderMultiple: message })
  const refused = await customer.call('POST', '/booking', buildBooking(id, 70))
  expect(refused.body).toMatchObject({
    code: 'quantity_not_multiple',
    detail: 'This part is sold in multiples of 20 pieces. You can order 60 or 80.',
  })
  expect((await change(id, { orderMultiple: null, minimumOrder: 50 })).status).toBe(200)
  expect((await customer.call('POST', '/booking', buildBooking(id, 70))).status).toBe(201)
  const { body } = await admin.call('GET', `/api/parts/${id}/edits`)
  expect(body[0].changes).toContainEqual({ field: 'orderMultiple', from: 20, to: null })
})

test('accepts only one of two concurrent changes of the same price steps', async () => {
  const id = await addStockedPart()
  const seen = { priceTiers: steps, orderMultiple: null }
  await change(id, { priceTiers: steps })
  const responses = await runInLockOrder(
    shop.db,
    lockRow('parts', id),
    [5, 4].map((price) => () => {
      return change(id, { priceTiers: [{ fromQuantity: 300, price }], seen })
    }),
  )
  expect(countOutcomes(responses)).toEqual({ '200': 1, part_changed: 1 })
  await change(id, { orderMultiple: 10 })
  const refused = await change(id, { priceTiers: [], seen: { orderMultiple: null } })
  expect(refused.body.code).toBe('part_changed')
})
