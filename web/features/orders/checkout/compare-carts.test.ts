import { type Cart, type CartPart, cartTotal, describeLine } from '@freehub/contract/cart/cart'
import { expect, test } from 'vitest'
import { createCartPart } from '../../../testing/cart-part.ts'
import { compareCarts, NO_CHANGES, showChangedCart, showNewerCart } from './compare-carts.ts'

const part = createCartPart()

const toCart = (...lines: Cart['lines']): Cart => ({ version: 1, totalCents: 0, lines })
const line = (change: Partial<CartPart> = {}, quantity = 10) =>
  describeLine({ ...part, ...change }, quantity)

test('finds no change if only the stock differs', () => {
  expect(compareCarts(toCart(line()), toCart(line({ available: 90 })))).toEqual(NO_CHANGES)
})

test('reports a line that has become orderable, but not a line that has become unorderable', () => {
  const [short, long] = [toCart(line({ available: 5 })), toCart(line())]
  expect(compareCarts(long, short)).toEqual(NO_CHANGES)
  const lines = [{ productId: 'chain', name: 'Holm chain', before: 10, now: 10 }]
  expect(compareCarts(short, long)).toEqual({ prices: [], lines })
})

test('lists the changed prices', () => {
  expect(compareCarts(toCart(line()), toCart(line({ unitPriceCents: 275 })))).toEqual({
    prices: [{ productId: 'chain', name: 'Holm chain', beforeCents: 250, nowCents: 275 }],
    lines: [],
  })
})

test.each([
  ['a changed quantity', toCart(line({}, 20)), ['chain', 10, 20]],
  ['an added line', toCart(line(), line({ productId: 'cog' })), ['cog', 0, 10]],
  ['a removed line', toCart(), ['chain', 10, 0]],
])('lists %s', (_, current, [productId, before, now]) => {
  const lines = [{ productId, name: 'Holm chain', before, now }]
  expect(compareCarts(toCart(line()), current)).toEqual({ prices: [], lines })
})

test('keeps a changed price and the earlier total when another line changes', () => {
  const dearer = line({ unitPriceCents: 275 })
  const after = showCarts(toCart(line(), cog(10)), toCart(dearer, cog(10)), toCart(dearer, cog(20)))
  expect(after.changes).toEqual({
    prices: [{ productId: 'chain', name: 'Holm chain', beforeCents: 250, nowCents: 275 }],
    lines: [{ productId: 'cog', name: 'Holm chain', before: 10, now: 20 }],
  })
  expect(after.previousTotalCents).toBe(5000)
})

test('has no changes after they were undone', () => {
  const carts = [toCart(line(), cog(10)), toCart(cog(10)), toCart(line(), cog(10))] as const
  expect(showCarts(...carts).changes).toBe(NO_CHANGES)
  const again = showCarts(...carts, toCart(line(), cog(20)))
  expect(again.changes.lines).toMatchObject([{ productId: 'cog', before: 10, now: 20 }])
})

test('keeps the same changes if only the stock differs', () => {
  const shown = showCarts(toCart(line()), toCart(line({}, 20)))
  const restocked = toCart(line({ available: 900 }, 20))
  expect(showNewerCart(shown, restocked, 0).changes).toBe(shown.changes)
})

test("does not report the customer's own changes on this screen", () => {
  const shown = showCarts(toCart(line(), cog(10)), toCart(cog(10)))
  const changed = showChangedCart(shown, toCart(cog(20)))
  const { changes } = showNewerCart(changed, toCart(cog(20), cog(30, 'ring')), 0)
  expect(changes.lines.map(({ productId }) => productId)).toEqual(['chain', 'ring'])
})

const cog = (quantity: number, productId = 'cog') => line({ productId }, quantity)

/** Shows carts, one after another. */
function showCarts(first: Cart, ...others: Cart[]) {
  let shown = { cart: first, seen: first, changes: NO_CHANGES, previousTotalCents: 0 }
  for (const cart of others) shown = showNewerCart(shown, cart, cartTotal(shown.cart.lines))
  return shown
}
