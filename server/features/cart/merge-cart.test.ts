import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../tests/support/database/locks.ts'
import { type ApiResponse, countOutcomes } from '../../../tests/support/shop/api-client.ts'
import {
  addToCart,
  orderCart,
  readCartQuantities,
  sameQuantityOf,
} from '../../../tests/support/shop/carts.ts'
import { addPart, addParts, deletePart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'

let customer: TestUser

const shop = await startTestShop({ settings: { TRUSTED_PROXIES: '127.0.0.1' } })
afterAll(() => shop.close())

const linesOf = (quantities: Record<string, number>) =>
  Object.entries(quantities).map(([productId, quantity]) => ({ productId, quantity }))

const merge = (
  { call }: TestUser,
  quantities: Record<string, number>,
  visitorCartId: string = randomUUID(),
) => call('POST', '/api/cart/merge', { visitorCartId, lines: linesOf(quantities) })

const outcomeOf = ({ status, body }: ApiResponse) => [status, body.code]

describe('merging a visitor’s cart', () => {
  test('keeps the larger quantity, and names parts that are left out', async () => {
    customer = await addCustomer(shop)
    const [more, less, fresh] = (await addParts(shop, 3, { name: 'Hub' })) as [
      string,
      string,
      string,
    ]
    const gone = await addPart(shop, { name: 'Old hub' })
    await addToCart(customer.call, { [more]: 20, [less]: 20 })
    await deletePart(shop, gone)
    const visitorCart = { [more]: 30, [less]: 10, [fresh]: 15, [gone]: 10, [randomUUIDv7()]: 10 }
    const { status, body } = await merge(customer, visitorCart)
    expect([status, body]).toEqual([
      200,
      {
        merged: [
          { productId: more, name: 'Hub', before: 20, after: 30 },
          { productId: fresh, name: 'Hub', before: 0, after: 15 },
        ],
        leftOut: ['Old hub'],
        unmergedIds: [],
      },
    ])
    expect(await readCartQuantities(customer)).toEqual({ [more]: 30, [less]: 20, [fresh]: 15 })
  })

  test('merges each visitor cart once, also for concurrent requests of several tabs', async () => {
    const user = await addCustomer(shop)
    const part = await addPart(shop)
    await addToCart(user.call, { [part]: 1 })
    const id = randomUUID()
    const responses = await runInLockOrder(
      shop.db,
      (tx) => sql`select from carts where user_id = ${user.id} for update`.execute(tx),
      Array.from({ length: 3 }, () => () => merge(user, { [part]: 50 }, id)),
    )
    const result = {
      merged: [{ productId: part, name: 'Chain 10-speed', before: 1, after: 50 }],
      leftOut: [],
      unmergedIds: [],
    }
    expect(responses.map(({ body }) => body)).toEqual([result, result, result])
    await user.call('PATCH', '/api/cart', { changes: [{ productId: part, set: 5, seen: 50 }] })
    expect((await merge(user, { [part]: 50 }, id)).body).toEqual(result)
    expect(await readCartQuantities(user)).toEqual({ [part]: 5 })
    await merge(user, { [part]: 50 })
    expect(await readCartQuantities(user)).toEqual({ [part]: 50 })
  })

  test('lets two customers merge the same visitor cart', async () => {
    const users = [await addCustomer(shop), await addCustomer(shop)]
    const [part, id] = [await addPart(shop), randomUUID()]
    for (const user of users) await merge(user, { [part]: 10 }, id)
    for (const user of users) expect(await readCartQuantities(user)).toEqual({ [part]: 10 })
  })

  test('fills a cart up to 500 lines, names the parts left out, and still raises existing lines', async () => {
    const user = await addCustomer(shop)
    const parts = await addParts(shop, 502, { name: 'Spoke' })
    const [last, added] = parts.slice(498) as [string, string]
    await addToCart(user.call, sameQuantityOf(parts.slice(0, 499)))
    const { body } = await merge(user, sameQuantityOf([...parts.slice(499), last], 20))
    expect(body.merged.map(({ productId }: { productId: string }) => productId)).toEqual([
      added,
      last,
    ])
    expect(body.leftOut).toEqual(['Spoke', 'Spoke'])
    expect(body.unmergedIds).toEqual(parts.slice(500))
    expect(Object.keys(await readCartQuantities(user))).toHaveLength(500)
  })

  test.each<[string, object]>([
    ['101 lines', { visitorCartId: randomUUID(), lines: linesOf(sameQuantityOf(ids(101))) }],
    ['quantity 0', { visitorCartId: randomUUID(), lines: linesOf({ [randomUUIDv7()]: 0 }) }],
    ['a missing cart id', { lines: [] }],
    ['an invalid cart id', { visitorCartId: 'mine', lines: [] }],
    ['an unknown field', { visitorCartId: randomUUID(), lines: [], userId: randomUUIDv7() }],
    ['a part twice', { visitorCartId: randomUUID(), lines: twice(randomUUIDv7()) }],
  ])('refuses %s', async (_, body) => {
    const user = await addCustomer(shop)
    const response = await user.call('POST', '/api/cart/merge', body)
    expect(outcomeOf(response)).toEqual([400, 'input_invalid'])
  })
})

describe('the preview of a visitor’s cart', () => {
  const preview = (body: object, address = '203.0.113.7') =>
    shop.call('POST', '/api/cart/preview', body, { 'x-forwarded-for': address })

  test('shows prices and problems, and stores nothing', async () => {
    const [part, gone] = [await addPart(shop, { cents: 300, stock: 50 }), await addPart(shop)]
    await deletePart(shop, gone)
    const quantities = { [part]: 60, [gone]: 10, [randomUUIDv7()]: 10 }
    const { status, body, headers } = await preview({ lines: linesOf(quantities) })
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({
      version: 0,
      totalCents: 0,
      lines: [
        {
          productId: part,
          quantity: 60,
          unitPriceCents: 300,
          available: 50,
          problems: [{ code: 'quantity_above_available', quantities: [50] }],
        },
        { productId: gone, available: 0, problems: [{ code: 'part_missing', quantities: [] }] },
      ],
    })
    const { rows } = await sql`select from cart_lines where part_id = ${part}`.execute(shop.db)
    expect(rows).toEqual([])
  })

  test('refuses invalid lines, and more than 30 requests a minute from one network', async () => {
    for (const lines of [linesOf(sameQuantityOf(ids(101))), twice(randomUUIDv7()), 'all'])
      expect(outcomeOf(await preview({ lines }))).toEqual([400, 'input_invalid'])
    const addresses = Array.from({ length: 32 }, (_, n) => `2001:db8::${n}`)
    const responses = await Promise.all(addresses.map((from) => preview({ lines: [] }, from)))
    expect(countOutcomes(responses)).toEqual({ '200': 30, too_many_requests: 2 })
    const refused = responses.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('an account', () => {
  test('contains the cart and the order’s note in its download, and deletes both with itself', async () => {
    const user = await addCustomer(shop)
    const [ordered, saved] = (await addParts(shop, 2, { name: 'Rim' })) as [string, string]
    await addToCart(user.call, { [ordered]: 10 })
    const note = 'Ring twice at the blue door'
    const { body: order } = await orderCart(user.call, { note })
    await merge(user, { [saved]: 25 })
    const { body } = await user.call('GET', '/api/account/data')
    expect(body.cart).toEqual([{ part: 'Rim', quantity: 25 }])
    expect(body.orders[0]).toMatchObject({ number: order.orderNumber, note })
    expect((await user.call('DELETE', '/api/account')).status).toBe(200)
    const { rows } = await sql`
      select (select count(*) from carts where user_id = ${user.id}) as carts,
        (select count(*) from cart_merges where user_id = ${user.id}) as merges,
        (select note from orders where id = ${order.orderId}) as note`.execute(shop.db)
    expect(rows).toEqual([{ carts: 0, merges: 0, note: '' }])
  })

  test('cannot fill a cart if the account is deleted while the request waits', async () => {
    const user = await addCustomer(shop)
    const part = await addPart(shop)
    const requests = [
      () => user.call('PATCH', '/api/cart', { changes: [{ productId: part, add: 10 }] }),
      () => merge(user, { [part]: 10 }),
    ]
    for (const request of requests) {
      const [response] = await runInLockOrder(
        shop.db,
        async (tx) => {
          await lockRow('users', user.id)(tx)
          await sql`update users set deleted_at = now() where id = ${user.id}`.execute(tx)
        },
        [request],
      )
      expect(response && outcomeOf(response)).toEqual([401, 'token_invalid'])
      await sql`update users set deleted_at = null where id = ${user.id}`.execute(shop.db)
    }
    const { rows } = await sql`select from carts where user_id = ${user.id}`.execute(shop.db)
    expect(rows).toEqual([])
  })
})

function ids(count: number): string[] {
  return Array.from({ length: count }, () => randomUUIDv7())
}

function twice(productId: string) {
  return [1, 2].map((quantity) => ({ productId, quantity }))
}
