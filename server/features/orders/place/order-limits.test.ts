import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { countOutcomes } from '../../../../tests/support/shop/api-client.ts'
import { createCardClient } from '../../../../tests/support/shop/cards.ts'
import { addToCart, orderCart, sameQuantityOf } from '../../../../tests/support/shop/carts.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import {
  buildBooking,
  placePaidOrder,
  tryCancelOrder,
  tryPlaceOrder,
} from '../../../../tests/support/shop/orders.ts'
import { addPart, addParts, addPriceTiers } from '../../../../tests/support/shop/parts.ts'
import {
  HOUR_MS,
  measureReservation,
  readReservation,
} from '../../../../tests/support/shop/reservations.ts'
import { defaultOrderLimits } from '../../../../tests/support/shop/settings.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, confirmEmail } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop({ sandbox: true, settings: defaultOrderLimits })
const cards = createCardClient(shop)
const admin = await addAdmin(shop)
afterAll(() => closeWithConsistentLedger(shop))

const addUnconfirmed = (overrides: object = {}) =>
  addCustomer(shop, { emailConfirmed: false, ...overrides })

describe('a customer without payment history', () => {
  test('has unpaid orders of up to 50,000 dollars, and sees the possible quantity', async () => {
    const customer = await addCustomer(shop)
    const parts = await addParts(shop, 2, { stock: 10_000, minimum: 10, cents: 1000 })
    expect((await tryPlaceOrder(customer, parts[0] as string, 4_900)).status).toBe(201)
    const refused = await tryPlaceOrder(customer, parts[1] as string, 101)
    expect([refused.status, refused.body.code]).toEqual([409, 'unpaid_value_too_high'])
    expect(refused.body.detail).toBe(
      'Before your first payment, unpaid orders can be worth $50,000.00 together: you can order 100 pieces. Pay an open order first, or ask us to trust your account.',
    )
    expect(refused.body.errors).toEqual({ quantity: refused.body.detail })
    expect((await tryPlaceOrder(customer, parts[1] as string, 100)).status).toBe(201)
    const none = await tryPlaceOrder(customer, parts[1] as string)
    expect(none.body.detail).toContain('you cannot order this part now')
  })

  test('can reserve half of a part’s stock in all unpaid orders, or the minimum order if that is more', async () => {
    const customer = await addCustomer(shop)
    const part = await addPart(shop, { stock: 101, minimum: 10 })
    const refused = await tryPlaceOrder(customer, part, 51)
    expect([refused.status, refused.body.code]).toEqual([409, 'stock_share_too_high'])
    expect(refused.body.detail).toBe(
      'Before your first payment, unpaid orders can reserve 50 % of the stock of a part: you can order 50 pieces. Pay an open order first, or ask us to trust your account.',
    )
    expect((await tryPlaceOrder(customer, part, 30)).status).toBe(201)
    expect((await tryPlaceOrder(customer, part, 21)).body.detail).toContain(
      'you can order 20 pieces',
    )
    expect((await tryPlaceOrder(customer, part, 20)).status).toBe(201)
    expect((await tryPlaceOrder(customer, part, 10)).body.code).toBe('stock_share_too_high')
    const few = await addPart(shop, { stock: 12, minimum: 10 })
    expect((await tryPlaceOrder(customer, few, 12)).body.code).toBe('stock_share_too_high')
    expect((await tryPlaceOrder(customer, few, 10)).status).toBe(201)
  })

  test('sees that one piece is possible', async () => {
    const part = await addPart(shop, { stock: 2, minimum: 1 })
    expect((await tryPlaceOrder(await addCustomer(shop), part, 2)).body.detail).toContain(
      ': you can order 1 piece. ',
    )
  })

  test('sees the largest quantity within the value limit, at the price of that quantity', async () => {
    const customer = await addCustomer(shop)
    const part = await addPart(shop, { stock: 20_000, minimum: 10, cents: 1000 })
    await addPriceTiers(shop, part, [10, 1000], [5_600, 900])
    expect((await tryPlaceOrder(customer, part, 6_000)).body.detail).toContain(
      'you can order 5,000 pieces',
    )
    expect((await tryPlaceOrder(customer, part, 5_000)).status).toBe(201)
  })

  test('sees a possible quantity that is a multiple, and none below the minimum order', async () => {
    const customer = await addCustomer(shop)
    const part = await addPart(shop, { stock: 101, minimum: 8 })
    await sql`update parts set order_multiple = 8 where id = ${part}`.execute(shop.db)
    expect((await tryPlaceOrder(customer, part, 56)).body.detail).toContain(
      'you can order 48 pieces',
    )
    expect((await tryPlaceOrder(customer, part, 48)).status).toBe(201)
    expect((await tryPlaceOrder(customer, part, 8)).body.detail).toContain(
      'you cannot order this part now',
    )
  })

  test('can place one unpaid order of the minimum quantity, even if its value exceeds the limit', async () => {
    const customer = await addCustomer(shop)
    const part = await addPart(shop, { stock: 1000, minimum: 10, cents: 900_000 })
    expect((await tryPlaceOrder(customer, part, 11)).body.detail).toContain(
      'you can order 10 pieces',
    )
    expect((await tryPlaceOrder(customer, part, 10)).status).toBe(201)
    expect((await tryPlaceOrder(customer, part, 10)).body.code).toBe('unpaid_value_too_high')
  })

  test('sees the quantity messages of the specification before those of the limits', async () => {
    const customer = await addCustomer(shop)
    const part = await addPart(shop, { stock: 100, minimum: 10 })
    expect((await tryPlaceOrder(customer, part, 101)).body.detail).toBe(
      'You can order maximum 100 pieces',
    )
    expect((await tryPlaceOrder(customer, part, 9)).body.detail).toBe(
      'You have to order minimum 10 pieces',
    )
  })

  test('has no limits from a payment until its refund, even without a confirmed email', async () => {
    const customer = await addUnconfirmed()
    const part = await addPart(shop, { stock: 100_000, minimum: 10, cents: 1000 })
    const paid = await placePaidOrder(customer.call, cards, part)
    const largeOrder = (await tryPlaceOrder(customer, part, 99_990)).body.result.insertedId
    expect(await measureReservation(shop, largeOrder)).toBe(72 * HOUR_MS)
    await tryCancelOrder(customer, largeOrder)
    const others = await addParts(shop, 6)
    for (const other of others) expect((await tryPlaceOrder(customer, other, 100)).status).toBe(201)
    expect((await admin.call('POST', `/api/orders/${paid}/refund`)).status).toBe(200)
    expect((await tryPlaceOrder(customer, part)).body.code).toBe('unconfirmed_orders_too_many')
    await confirmEmail(shop, customer.email)
    expect((await tryPlaceOrder(customer, part, 99_990)).body.code).toBe('unpaid_value_too_high')
  })

  test('has no limits while staff trust the account', async () => {
    const customer = await addCustomer(shop)
    const part = await addPart(shop, { stock: 10_000, minimum: 10, cents: 1000 })
    await admin.call('PUT', `/api/users/${customer.email}/trust`)
    const { body } = await tryPlaceOrder(customer, part, 10_000)
    await tryCancelOrder(customer, body.result.insertedId)
    await admin.call('DELETE', `/api/users/${customer.email}/trust`)
    expect((await tryPlaceOrder(customer, part, 10_000)).body.code).toBe('unpaid_value_too_high')
  })
})

describe('an order of several lines', () => {
  test('of an unconfirmed customer is reserved for an hour, and counts as one order', async () => {
    const customer = await addUnconfirmed()
    const parts = await addParts(shop, 3, { stock: 1000 })
    await addToCart(customer.call, sameQuantityOf(parts))
    const { status, body } = await orderCart(customer.call)
    expect(status).toBe(201)
    expect(await measureReservation(shop, body.orderId)).toBe(HOUR_MS)
    expect(body.confirmEmailBy).toBe(
      (await readReservation(shop, body.orderId)).reserved_until.toISOString(),
    )
    await addToCart(customer.call, sameQuantityOf(parts))
    const second = await orderCart(customer.call)
    expect([second.status, second.body.code]).toEqual([409, 'unconfirmed_orders_too_many'])
    expect((await customer.call('GET', '/api/cart')).body.lines).toHaveLength(3)
  })

  test('names the lines that would reserve too much, and claims nothing', async () => {
    const customer = await addCustomer(shop)
    const [plenty, few, none] = (await addParts(shop, 3, { stock: 100 })) as [
      string,
      string,
      string,
    ]
    await tryPlaceOrder(customer, few, 40)
    await tryPlaceOrder(customer, none, 45)
    await addToCart(customer.call, { [plenty]: 50, [few]: 11, [none]: 10 })
    const { status, body } = await orderCart(customer.call)
    expect([status, body.code]).toEqual([409, 'stock_share_too_high'])
    expect(body.lines).toMatchObject([
      { productId: few, code: 'stock_share_too_high', available: 10 },
      { productId: none, code: 'stock_share_too_high', available: 0 },
    ])
    expect(
      (await orderCart(customer.call, { leaveOut: [few, none], totalCents: 12_500 })).status,
    ).toBe(201)
  })

  test('is refused above $50,000, although each line has its minimum quantity', async () => {
    const customer = await addCustomer(shop)
    const [ordered = '', ...parts] = await addParts(shop, 3, {
      stock: 10_000,
      minimum: 10,
      cents: 300_000,
    })
    await tryPlaceOrder(customer, ordered)
    await addToCart(customer.call, sameQuantityOf(parts))
    const { status, body } = await orderCart(customer.call)
    expect([status, body.code]).toEqual([409, 'unpaid_value_too_high'])
    expect(body.detail).toBe(
      'Before your first payment, unpaid orders can be worth $50,000.00 together, and $20,000.00 is left. Order less, pay an open order first, or ask us to trust your account.',
    )
    await admin.call('PUT', `/api/users/${customer.email}/trust`)
    expect((await orderCart(customer.call)).status).toBe(201)
  })
})

describe.each([
  ['without idempotency keys', (): Record<string, string> => ({})],
  ['with different idempotency keys', () => ({ 'idempotency-key': randomUUID() })],
])('two concurrent orders %s', (_, keyOf) => {
  test.each([
    ['unconfirmed_orders_too_many', false, 10, 10],
    ['unpaid_value_too_high', true, 300, 10_000],
    ['stock_share_too_high', true, 300, 10],
  ])(
    'one is accepted and the other refused with %s',
    async (code, emailConfirmed, quantity, cents) => {
      const customer = await addCustomer(shop, { emailConfirmed })
      const stock = cents === 10_000 ? 10_000 : 1000
      const part = await addPart(shop, { stock, cents })
      // Only the limit of the stock share needs one part, whose orders always wait for each other.
      const other = code === 'stock_share_too_high' ? part : await addPart(shop, { stock, cents })
      const order = (id: string) => () =>
        customer.call('POST', '/booking', buildBooking(id, quantity), keyOf())
      const responses = await runInLockOrder(
        shop.db,
        async (tx) => {
          await lockRow('parts', part)(tx)
          await lockRow('parts', other)(tx)
        },
        [order(part), order(other)],
      )
      expect(countOutcomes(responses)).toEqual({ '201': 1, [code]: 1 })
    },
  )
})
