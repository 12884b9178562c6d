import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { type ApiResponse, countOutcomes } from '../../../../tests/support/shop/api-client.ts'
import {
  addToCart,
  buildCartOrder,
  orderCart,
  placeOrderOf,
  sameQuantityOf,
} from '../../../../tests/support/shop/carts.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import {
  addPart,
  addParts,
  addPriceTiers,
  readStock,
} from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
afterAll(() => closeWithConsistentLedger(shop))

const outcomeOf = (response: ApiResponse | undefined) => [response?.status, response?.body.code]

const place = ({ call }: TestUser, body: object, key: string = randomUUID()) =>
  call('POST', '/api/orders', body, { 'idempotency-key': key })

const changePart = (id: string, change: ReturnType<typeof sql>) =>
  sql`update parts set ${change} where id = ${id}`.execute(shop.db)

const ordersOf = ({ id }: TestUser) =>
  shop.db.selectFrom('orders').select(['id', 'total_cents']).where('user_id', '=', id).execute()

/** Adds a customer whose cart has this quantity of each part. */
async function addCustomerWith(parts: string[], quantity = 10): Promise<TestUser> {
  const customer = await addCustomer(shop)
  await addToCart(customer.call, sameQuantityOf(parts, quantity))
  return customer
}

/** Expects that the customer has no order, all lines in the cart, and no reserved stock. */
async function expectNothingOrdered(customer: TestUser, parts: string[]) {
  expect(await ordersOf(customer)).toEqual([])
  const { body } = await customer.call('GET', '/api/cart')
  expect(body.lines).toHaveLength(parts.length)
  for (const part of parts) expect((await readStock(shop, part)).reserved).toBe(0)
}

describe('an order of the cart', () => {
  test('has all lines at the price of their quantity, and empties the cart', async () => {
    const customer = await addCustomer(shop, { name: 'Velo Nord' })
    const chain = await addPart(shop, { name: 'Chain', cents: 300, stock: 1000 })
    const hub = await addPart(shop, { name: 'Hub', cents: 2000 })
    await addPriceTiers(shop, chain, [10, 300], [100, 250], [500, 200])
    await sql`update parts set sku = 'CH-1' where id = ${chain}`.execute(shop.db)
    await addToCart(customer.call, { [chain]: 120, [hub]: 10 })
    const { body: cart } = await customer.call('GET', '/api/cart')
    expect(cart).toMatchObject({
      totalCents: 120 * 250 + 20_000,
      lines: [{ unitPriceCents: 250, listPriceCents: 300 }, { unitPriceCents: 2000 }],
    })
    const { status, body, headers } = await orderCart(customer.call, {
      note: 'Gate 4',
      reference: 'PO 4500-77',
    })
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
    expect(body).toEqual({
      orderId: expect.any(String),
      orderNumber: expect.stringMatching(/^FH-\d{6}$/),
    })
    expect((await customer.call('GET', `/api/orders/${body.orderId}`)).body).toMatchObject({
      orderNumber: body.orderNumber,
      lineCount: 2,
      quantity: 130,
      productName: 'Chain and 1 more',
      productId: chain,
      totalPrice: 500,
      note: 'Gate 4',
      reference: 'PO 4500-77',
      stage: 'Pending',
      lines: [
        {
          line: 1,
          productId: chain,
          name: 'Chain',
          sku: 'CH-1',
          quantity: 120,
          unitPriceCents: 250,
          cancelledQuantity: 0,
        },
        { line: 2, productId: hub, name: 'Hub', sku: null, quantity: 10, unitPriceCents: 2000 },
      ],
    })
    expect((await customer.call('GET', `/booking/${body.orderId}`)).body).toMatchObject({
      productName: 'Chain and 1 more',
      quantity: 130,
      totalPrice: 500,
      lineCount: 2,
    })
    expect(await readStock(shop, chain)).toEqual({ onHand: 1000, reserved: 120 })
    expect((await customer.call('GET', '/api/cart')).body).toEqual({
      version: cart.version + 1,
      totalCents: 0,
      lines: [],
    })
  })

  test('can have 500 lines', async () => {
    const parts = await addParts(shop, 500, { minimum: 1 })
    const customer = await addCustomerWith(parts, 1)
    const { status, body } = await orderCart(customer.call)
    expect(status).toBe(201)
    const order = (await customer.call('GET', `/api/orders/${body.orderId}`)).body
    expect(order.lines.map(({ productId }: { productId: string }) => productId)).toEqual(parts)
    const most = parts.map((_, n) => n + 1).slice(1)
    const path = `/api/orders/${body.orderId}/lines?lines=${most}`
    expect((await customer.call('DELETE', path)).body).toEqual({ cancelledCount: 499 })
  })

  test('keeps lines in the cart that the request leaves out', async () => {
    const parts = (await addParts(shop, 3)) as [string, string, string]
    const customer = await addCustomerWith(parts)
    await changePart(parts[1], sql`deleted_at = now()`)
    const leaveOut = [parts[1], randomUUIDv7()]
    const { status } = await orderCart(customer.call, { leaveOut })
    expect(status).toBe(201)
    const { body } = await customer.call('GET', '/api/cart')
    expect(body.lines.map(({ productId }: { productId: string }) => productId)).toEqual([parts[1]])
    expect((await readStock(shop, parts[1])).reserved).toBe(0)
  })

  test('is hidden from other customers, and shown to staff', async () => {
    const [one, two] = (await addParts(shop, 2)) as [string, string]
    const [owner, other, admin] = [
      await addCustomer(shop),
      await addCustomer(shop),
      await addAdmin(shop),
    ]
    const id = await placeOrderOf(owner.call, sameQuantityOf([one, two]))
    const path = `/api/orders/${id}`
    expect(outcomeOf(await other.call('GET', path))).toEqual([404, 'order_missing'])
    expect(outcomeOf(await other.call('DELETE', `${path}/lines?lines=1`))).toEqual([
      404,
      'order_missing',
    ])
    expect((await admin.call('GET', path)).body.lines).toHaveLength(2)
    expect(outcomeOf(await shop.call('POST', '/api/orders', {}))).toEqual([401, 'token_missing'])
  })
})

describe('a refused order of the cart', () => {
  test('names each line that cannot be ordered, and claims nothing', async () => {
    const parts = await addParts(shop, 5, { stock: 100, minimum: 10 })
    const [fine, gone, minimum, multiple, sold] = parts as [string, string, string, string, string]
    const customer = await addCustomerWith(parts)
    await changePart(gone, sql`deleted_at = now()`)
    await changePart(minimum, sql`minimum_order = 20`)
    await changePart(multiple, sql`minimum_order = 8, order_multiple = 4`)
    await placeOrderOf((await addCustomer(shop)).call, { [sold]: 95 })
    const { status, body } = await orderCart(customer.call)
    expect([status, body.code]).toEqual([409, 'lines_refused'])
    expect(body.lines).toEqual([
      {
        productId: gone,
        code: 'part_missing',
        available: 0,
        detail: 'This part is no longer sold.',
      },
      {
        productId: minimum,
        code: 'quantity_below_minimum',
        available: 100,
        detail: 'The minimum is 20 pieces.',
      },
      {
        productId: multiple,
        code: 'quantity_not_multiple',
        available: 100,
        detail: 'This part is sold in multiples of 4 pieces. You can order 8 or 12.',
      },
      {
        productId: sold,
        code: 'quantity_above_available',
        available: 5,
        detail: 'Out of stock. Only 5 pieces are left, and the minimum order is 10.',
      },
    ])
    expect(await ordersOf(customer)).toEqual([])
    expect((await readStock(shop, fine)).reserved).toBe(0)
    const leaveOut = [gone, minimum, multiple, sold]
    expect((await orderCart(customer.call, { leaveOut })).status).toBe(201)
  })

  test('names old and new prices when the total has changed', async () => {
    const parts = (await addParts(shop, 2, { cents: 250 })) as [string, string]
    const customer = await addCustomerWith(parts)
    const seen = await buildCartOrder(customer.call)
    await changePart(parts[1], sql`unit_price_cents = 275`)
    const { status, body } = await place(customer, seen)
    expect([status, body.code]).toEqual([409, 'prices_changed'])
    expect(body.lines).toEqual([
      {
        productId: parts[1],
        code: 'prices_changed',
        oldPriceCents: 250,
        newPriceCents: 275,
        detail: 'The price has changed from $2.50 to $2.75.',
      },
    ])
    await expectNothingOrdered(customer, parts)
    expect((await orderCart(customer.call)).status).toBe(201)
    expect(await ordersOf(customer)).toMatchObject([{ total_cents: 5250 }])
  })

  test('names old and new prices when prices have changed but the total has not', async () => {
    const chain = await addPart(shop, { cents: 250 })
    const hub = await addPart(shop, { cents: 400 })
    const customer = await addCustomerWith([chain, hub])
    const seen = await buildCartOrder(customer.call)
    await changePart(chain, sql`unit_price_cents = 275`)
    await changePart(hub, sql`unit_price_cents = 375`)
    const { status, body } = await place(customer, seen)
    expect([status, body.code]).toEqual([409, 'prices_changed'])
    expect(body.lines).toMatchObject([
      { productId: chain, oldPriceCents: 250, newPriceCents: 275 },
      { productId: hub, oldPriceCents: 400, newPriceCents: 375 },
    ])
    await expectNothingOrdered(customer, [chain, hub])
    expect((await orderCart(customer.call)).status).toBe(201)
  })

  test('is refused if it has no lines, or another version of the cart', async () => {
    const part = await addPart(shop)
    const customer = await addCustomer(shop)
    expect(outcomeOf(await orderCart(customer.call))).toEqual([409, 'cart_empty'])
    await addToCart(customer.call, { [part]: 10 })
    const nothing = await orderCart(customer.call, { leaveOut: [part], totalCents: 0 })
    expect(outcomeOf(nothing)).toEqual([409, 'cart_empty'])
    const other = await buildCartOrder(customer.call, { version: 7 })
    expect(outcomeOf(await place(customer, other))).toEqual([409, 'cart_changed'])
    await expectNothingOrdered(customer, [part])
  })

  test('is refused if it costs less than $0.50 or more than $999,999.99', async () => {
    const [cheap, dear, huge] = await Promise.all([
      addPart(shop, { cents: 1, minimum: 1 }),
      addPart(shop, { cents: 50_000_000, minimum: 1 }),
      addPart(shop, { cents: 99_999_999, minimum: 1, stock: 1_000_000_000 }),
    ])
    for (const quantities of [{ [cheap]: 49 }, { [dear]: 2 }, { [huge]: 1_000_000_000 }]) {
      const customer = await addCustomer(shop)
      await addToCart(customer.call, quantities)
      expect(outcomeOf(await orderCart(customer.call))).toEqual([409, 'total_out_of_range'])
      await expectNothingOrdered(customer, Object.keys(quantities))
    }
    for (const quantities of [{ [cheap]: 50 }, { [huge]: 1 }]) {
      const customer = await addCustomer(shop)
      await addToCart(customer.call, quantities)
      expect((await orderCart(customer.call)).status).toBe(201)
    }
  })

  test.each<[string, object]>([
    ['version', { version: -1 }],
    ['version', { version: 1.5 }],
    ['totalCents', { totalCents: '5000' }],
    ['totalCents', { totalCents: -1 }],
    ['totalCents', { totalCents: undefined }],
    ['unitPricesCents.chain', { unitPricesCents: { chain: 250 } }],
    ['phone', { phone: '' }],
    ['phone', { phone: 'x'.repeat(61) }],
    ['address', { address: ' ' }],
    ['address', { address: 'x'.repeat(501) }],
    ['note', { note: 'x'.repeat(501) }],
    ['reference', { reference: 'x'.repeat(61) }],
    ['note', { note: 'a\u0000b' }],
    ['leaveOut.0', { leaveOut: ['chain'] }],
    ['leaveOut', { leaveOut: Array.from({ length: 501 }, () => randomUUIDv7()) }],
    ['unitPriceCents', { unitPriceCents: 1 }],
    ['userId', { userId: randomUUIDv7() }],
  ])('reports an invalid %s under its field', async (field, wrong) => {
    const part = await addPart(shop)
    const customer = await addCustomerWith([part])
    const { status, body } = await orderCart(customer.call, wrong)
    expect([status, body.code, Object.keys(body.errors)]).toEqual([400, 'input_invalid', [field]])
    await expectNothingOrdered(customer, [part])
  })
})

describe('placing an order of the cart twice', () => {
  test('returns the first order for a retry after a lost response, also after the cart has changed', async () => {
    const parts = await addParts(shop, 2)
    const customer = await addCustomerWith(parts)
    const [seen, key] = [await buildCartOrder(customer.call), randomUUID()]
    const first = await place(customer, seen, key)
    const again = await place(customer, seen, key)
    await addToCart(customer.call, sameQuantityOf(parts))
    const later = await place(customer, seen, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect([later.status, later.body]).toEqual([201, first.body])
    expect(await ordersOf(customer)).toHaveLength(1)
    const changed = await place(customer, { ...seen, note: 'Other' }, key)
    expect(outcomeOf(changed)).toEqual([422, 'key_reused'])
    expect((await customer.call('GET', '/api/cart')).body.lines).toHaveLength(2)
  })

  test('places one order for concurrent requests with one idempotency key', async () => {
    const customer = await addCustomerWith(await addParts(shop, 2))
    const [seen, key] = [await buildCartOrder(customer.call), randomUUID()]
    const responses = await runInLockOrder(
      shop.db,
      lockRow('users', customer.id),
      Array.from({ length: 6 }, () => () => place(customer, seen, key)),
    )
    expect(countOutcomes(responses)).toEqual({ '201': 6 })
    expect(new Set(responses.map(({ body }) => body.orderId)).size).toBe(1)
    expect(await ordersOf(customer)).toHaveLength(1)
  })

  test('places one order from three tabs', async () => {
    const customer = await addCustomerWith(await addParts(shop, 2))
    const seen = await buildCartOrder(customer.call)
    const responses = await runInLockOrder(
      shop.db,
      lockRow('users', customer.id),
      Array.from({ length: 3 }, () => () => place(customer, seen)),
    )
    expect(countOutcomes(responses)).toEqual({ '201': 1, cart_changed: 2 })
    expect(await ordersOf(customer)).toHaveLength(1)
  })
})

describe('an order of the cart after a change', () => {
  test('is refused if another tab has changed the cart', async () => {
    const parts = (await addParts(shop, 2)) as [string, string]
    const customer = await addCustomerWith(parts)
    const seen = await buildCartOrder(customer.call)
    const responses = await runInLockOrder(shop.db, lockRow('users', customer.id), [
      () => addToCart(customer.call, { [parts[0]]: 1 }),
      () => place(customer, seen),
    ])
    expect(countOutcomes(responses)).toEqual({ '200': 1, cart_changed: 1 })
    await expectNothingOrdered(customer, parts)
  })

  test('keeps a line in the cart that another tab adds after the order', async () => {
    const parts = (await addParts(shop, 2)) as [string, string]
    const customer = await addCustomerWith(parts)
    const seen = await buildCartOrder(customer.call)
    const responses = await runInLockOrder(shop.db, lockRow('users', customer.id), [
      () => place(customer, seen),
      () => addToCart(customer.call, { [parts[0]]: 1 }),
    ])
    expect(countOutcomes(responses)).toEqual({ '200': 1, '201': 1 })
    const { body } = await customer.call('GET', '/api/cart')
    expect(body.lines).toMatchObject([{ productId: parts[0], quantity: 1 }])
  })

  test.each<[string, ReturnType<typeof sql>, object]>([
    ['its price', sql`unit_price_cents = 300`, { code: 'prices_changed' }],
    ['its minimum order', sql`minimum_order = 50`, { lines: [{ code: 'quantity_below_minimum' }] }],
    [
      'its order multiple',
      sql`minimum_order = 8, order_multiple = 8`,
      { lines: [{ code: 'quantity_not_multiple' }] },
    ],
    [
      'its stock',
      sql`reserved = 95`,
      { lines: [{ code: 'quantity_above_available', available: 5 }] },
    ],
    ['its sale', sql`deleted_at = now()`, { lines: [{ code: 'part_missing' }] }],
  ])('is refused if a part changes while the request waits: %s', async (_, change, refusal) => {
    const parts = (await addParts(shop, 3, { stock: 100 })) as [string, string, string]
    const customer = await addCustomerWith(parts)
    const seen = await buildCartOrder(customer.call)
    // The order has read the old terms and waits for the part's lock.
    const [response] = await runInLockOrder(
      shop.db,
      (tx) => sql`update parts set ${change} where id = ${parts[1]}`.execute(tx),
      [() => place(customer, seen)],
    )
    expect(response?.status).toBe(409)
    expect(response?.body).toMatchObject(refusal)
    await changePart(parts[1], sql`reserved = 0`)
    await expectNothingOrdered(customer, parts)
  })

  test('is refused if a price step changes while the request waits', async () => {
    const part = await addPart(shop, { cents: 300 })
    await addPriceTiers(shop, part, [10, 300], [20, 200])
    const customer = await addCustomerWith([part], 20)
    const seen = await buildCartOrder(customer.call)
    expect(seen.totalCents).toBe(4000)
    const [response] = await runInLockOrder(
      shop.db,
      async (tx) => {
        await sql`update part_price_tiers set unit_price_cents = 250
          where part_id = ${part} and from_quantity = 20`.execute(tx)
        await sql`update parts set terms_version = terms_version + 1 where id = ${part}`.execute(tx)
      },
      [() => place(customer, seen)],
    )
    expect(response?.body).toMatchObject({
      code: 'prices_changed',
      lines: [{ oldPriceCents: 200, newPriceCents: 250 }],
    })
    await expectNothingOrdered(customer, [part])
  })

  test('is placed at the shown total if the name of a part changes while the request waits', async () => {
    const parts = (await addParts(shop, 2)) as [string, string]
    const customer = await addCustomerWith(parts)
    const seen = await buildCartOrder(customer.call)
    const [response] = await runInLockOrder(
      shop.db,
      (tx) => sql`update parts set name = 'New name' where id = ${parts[1]}`.execute(tx),
      [() => place(customer, seen)],
    )
    expect(response?.status).toBe(201)
    const { body } = await customer.call('GET', `/api/orders/${response?.body.orderId}`)
    expect(body.lines[1].name).toBe('New name')
    expect(body.totalPrice).toBe(50)
  })

  test('is refused if the account is deleted while the request waits', async () => {
    const part = await addPart(shop)
    const customer = await addCustomerWith([part])
    const seen = await buildCartOrder(customer.call)
    const [response] = await runInLockOrder(
      shop.db,
      (tx) => sql`update users set deleted_at = now() where id = ${customer.id}`.execute(tx),
      [() => place(customer, seen)],
    )
    expect(outcomeOf(response)).toEqual([401, 'token_invalid'])
    expect((await readStock(shop, part)).reserved).toBe(0)
  })
})
