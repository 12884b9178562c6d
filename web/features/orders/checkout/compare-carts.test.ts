import { type Cart, type CartPart, describeLine } from '@freehub/contract/cart/cart'
import { expect, test } from 'vitest'
import { createCartPart } from '../../../testing/cart-part.ts'
import { compareCarts, NO_CHANGES } from './compare-carts.ts'

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
