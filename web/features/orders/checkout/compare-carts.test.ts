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

test('lists the changed prices', () => {
  expect(compareCarts(toCart(line()), toCart(line({ unitPriceCents: 275 })))).toEqual({
    prices: [{ productId: 'chain', name: 'Holm chain', beforeCents: 250, nowCents: 275 }],
    hasChangedLines: false,
  })
})

test.each([
  ['a quantity', toCart(line({}, 20))],
  ['an added line', toCart(line(), line({ productId: 'cog' }))],
  ['a removed line', toCart()],
  ['another part', toCart(line({ productId: 'cog' }))],
  ['a line that can no longer be ordered', toCart(line({ available: 5 }))],
])('reports changed lines for %s', (_, current) => {
  expect(compareCarts(toCart(line()), current)).toEqual({ prices: [], hasChangedLines: true })
})
