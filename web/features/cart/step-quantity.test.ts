import { describeLine } from '@freehub/contract/cart/cart'
import { expect, test } from 'vitest'
import { stepQuantity } from './step-quantity.ts'

test.each([
  ['a piece more', 60, 1, null, 61],
  ['a piece less', 60, -1, null, 59],
  ['up to the minimum order', 7, 1, null, 50],
  ['not below the minimum order', 50, -1, null, 50],
  ['not above the available quantity', 200, 1, null, 200],
  ['down to the available quantity', 900, -1, null, 200],
  ['to the next multiple', 61, 1, 12, 72],
  ['to the multiple below', 72, -1, 12, 60],
  ['to the largest multiple that is available', 192, 1, 12, 192],
] as const)('steps %s', (_, quantity, step, orderMultiple, expected) => {
  const part = {
    ...{ productId: 'chain', name: 'Chain', sku: null, img: '', available: 200, isOnSale: true },
    ...{ unitPriceCents: 100, minimumOrder: 50, orderMultiple, priceTiers: [] },
  }
  expect(stepQuantity(describeLine(part, quantity), step)).toBe(expected)
})
