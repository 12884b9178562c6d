import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { lockRow, waitForBlockedConnections } from '../../../../tests/support/database/locks.ts'
import type { ApiResponse } from '../../../../tests/support/shop/api-client.ts'
import {
  addToCart,
  placeOrderOf,
  readCartQuantities,
  sameQuantityOf,
} from '../../../../tests/support/shop/carts.ts'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart, addParts, deletePart } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addCustomer, type TestUser } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
afterAll(() => shop.close())

const outcomeOf = ({ status, body }: ApiResponse) => [status, body.code]

const copy = ({ call }: TestUser, id: string) => call('POST', `/api/orders/${id}/cart`)

test('names the parts that are replaced, already in the cart, short of stock or no longer sold', async () => {
  const customer = await addCustomer(shop)
  const [kept, short, replaced, gone] = await Promise.all(
    ['Chain', 'Cassette', 'Old crank', 'Old pedal'].map((name) => addPart(shop, { name })),
  )
  const successor = await addPart(shop, { name: 'New crank' })
  const sku = `SKU-${randomUUID()}`
  await sql`update parts set sku = ${sku} where id = ${replaced}`.execute(shop.db)
  await sql`update parts set supersedes = ${sku} where id = ${successor}`.execute(shop.db)
  const parts = [kept, short, replaced, gone] as [string, string, string, string]
  const id = await placeOrderOf(customer.call, sameQuantityOf(parts, 20))
  await deletePart(shop, parts[2])
  await deletePart(shop, parts[3])
  await placeOrder((await addCustomer(shop)).call, parts[1], 70)
  await addToCart(customer.call, { [parts[0]]: 30 })
  const { status, body } = await copy(customer, id)
  expect([status, body.copied]).toEqual([200, 3])
  expect(body.notes).toEqual([
    {
      productId: successor,
      name: 'Old crank',
      kind: 'replaced',
      detail: 'Old crank was replaced by New crank.',
    },
    {
      productId: gone,
      name: 'Old pedal',
      kind: 'gone',
      detail: 'Old pedal is no longer sold.',
    },
    {
      productId: kept,
      name: 'Chain',
      kind: 'kept',
      detail: 'Chain: the cart already had 30 pieces. It keeps the larger quantity, 30.',
    },
    {
      productId: short,
      name: 'Cassette',
      kind: 'short',
      detail: 'Cassette: 20 pieces ordered before, 10 in stock now.',
    },
  ])
  expect(await readCartQuantities(customer)).toEqual({
    [parts[0]]: 30,
    [parts[1]]: 20,
    [successor]: 20,
  })
  await copy(customer, id)
  expect(Object.keys(await readCartQuantities(customer))).toHaveLength(3)
})

test('reports a part that staff delete during the request', async () => {
  const customer = await addCustomer(shop)
  const [kept, gone] = (await addParts(shop, 2)) as [string, string]
  const id = await placeOrderOf(customer.call, sameQuantityOf([kept, gone]))
  const copying = await shop.db.transaction().execute(async (tx) => {
    await lockRow('users', customer.id)(tx)
    const copying = copy(customer, id)
    await waitForBlockedConnections(shop.db, tx)
    await deletePart(shop, gone)
    return { response: copying }
  })
  const { status, body } = await copying.response
  expect([status, body.copied]).toEqual([200, 1])
  expect(body.notes).toMatchObject([{ productId: gone, kind: 'gone' }])
  expect(await readCartQuantities(customer)).toEqual({ [kept]: 10 })
})

test('copies a cancelled order, but not a line that was cancelled before the order', async () => {
  const customer = await addCustomer(shop)
  const [one, two] = (await addParts(shop, 2)) as [string, string]
  const id = await placeOrderOf(customer.call, sameQuantityOf([one, two]))
  await customer.call('DELETE', `/api/orders/${id}/lines?lines=1`)
  await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
  expect((await copy(customer, id)).body).toEqual({ copied: 1, notes: [] })
  expect(await readCartQuantities(customer)).toEqual({ [two]: 10 })
})

test('changes nothing for a repeated idempotency key', async () => {
  const customer = await addCustomer(shop)
  const part = await addPart(shop)
  const id = await placeOrderOf(customer.call, { [part]: 20 })
  const headers = { 'idempotency-key': randomUUID() }
  const copyOnce = () => customer.call('POST', `/api/orders/${id}/cart`, undefined, headers)
  const first = await copyOnce()
  const lower = { productId: part, set: 10, seen: 20 }
  await customer.call('PATCH', '/api/cart', { changes: [lower] })
  const repeated = await copyOnce()
  expect([repeated.status, repeated.body]).toEqual([200, first.body])
  expect(await readCartQuantities(customer)).toEqual({ [part]: 10 })
  await copy(customer, id)
  expect(await readCartQuantities(customer)).toEqual({ [part]: 20 })
})

test('refuses an order with more lines than the cart can take, and changes nothing', async () => {
  const customer = await addCustomer(shop)
  const parts = await addParts(shop, 501)
  const id = await placeOrderOf(customer.call, sameQuantityOf(parts.slice(499)))
  await addToCart(customer.call, sameQuantityOf(parts.slice(0, 499)))
  expect(outcomeOf(await copy(customer, id))).toEqual([409, 'cart_full'])
  expect((await customer.call('GET', '/api/cart/count')).body).toMatchObject({ lineCount: 499 })
})

test('treats another user’s order as missing', async () => {
  const [owner, other] = [await addCustomer(shop), await addCustomer(shop)]
  const id = await placeOrder(owner.call, await addPart(shop))
  for (const missing of [id, randomUUIDv7()])
    expect(outcomeOf(await copy(other, missing))).toEqual([404, 'order_missing'])
  expect(outcomeOf(await copy(other, '7'))).toEqual([400, 'input_invalid'])
  expect(await readCartQuantities(other)).toEqual({})
})
