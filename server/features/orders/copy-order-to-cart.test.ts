import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToCart, placeLines } from '../../../tests/support/shop/carts.ts'
import { addPart, addParts } from '../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

test('copies the lines that were not cancelled, and names those that are gone or short', async () => {
  const buyer = await addCustomer(shop)
  const [kept, cancelled, gone] = (await addParts(shop, 3)) as [string, string, string]
  const short = await addPart(shop, { stock: 30, name: 'Cog' })
  const order = await placeLines(buyer.call, {
    [kept]: 10,
    [cancelled]: 10,
    [gone]: 10,
    [short]: 20,
  })
  await buyer.call('DELETE', `/api/orders/${order}/lines?lines=2`)
  await (await addAdmin(shop)).call('DELETE', `/part/${gone}`)
  await addToCart(buyer.call, { [kept]: 40 })
  const { status, body } = await buyer.call('POST', `/api/orders/${order}/cart`)
  expect([status, body.copied]).toEqual([200, 2])
  expect(body.notes).toEqual([
    {
      productId: gone,
      name: 'Chain 10-speed',
      kind: 'gone',
      detail: 'Chain 10-speed is no longer sold.',
    },
    {
      productId: short,
      name: 'Cog',
      kind: 'short',
      detail: 'Cog: 20 pieces ordered before, 10 in stock now.',
    },
  ])
  const cart = (await buyer.call('GET', '/api/cart')).body
  const quantities = cart.lines.map((line: Record<string, unknown>) => [
    line.productId,
    line.quantity,
  ])
  expect(quantities).toEqual([
    [kept, 40],
    [short, 20],
  ])
})

test('treats another user’s order as missing', async () => {
  const [owner, other] = [await addCustomer(shop), await addCustomer(shop)]
  const order = await placeLines(owner.call, { [await addPart(shop)]: 10 })
  expect((await other.call('POST', `/api/orders/${order}/cart`)).body.code).toBe('order_missing')
  const unknown = `/api/orders/${randomUUIDv7()}/cart`
  expect((await owner.call('POST', unknown)).body.code).toBe('order_missing')
})
