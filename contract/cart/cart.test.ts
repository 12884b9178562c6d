import { describe, expect, test } from 'vitest'
import { type CartPart, describeLine, shownUnitPriceCents } from './cart.ts'

const part: CartPart = {
  productId: 'chain',
  name: 'Holm chain',
  sku: null,
  img: '',
  available: 100,
  unitPriceCents: 250,
  minimumOrder: 8,
  orderMultiple: 4,
  priceTiers: [],
  isOnSale: true,
}

describe('the nearest quantities that can be ordered', () => {
  test.each([
    ['below the minimum', 3, 100, 'quantity_below_minimum', [8]],
    ['below the minimum, with less stock than the minimum', 3, 7, 'quantity_below_minimum', []],
    ['between two multiples', 10, 100, 'quantity_not_multiple', [8, 12]],
    ['between two multiples, with stock for one', 10, 11, 'quantity_not_multiple', [8]],
    ['between two multiples, without stock for one', 10, 10, 'quantity_not_multiple', [8]],
    ['that is no multiple and above the stock', 30, 21, 'quantity_not_multiple', [20]],
    ['above the stock', 40, 21, 'quantity_above_available', [20]],
    ['above the stock, with less stock than the minimum', 40, 7, 'quantity_above_available', []],
  ])('are proposed for a quantity %s', (_, quantity, available, code, quantities) => {
    const { problems } = describeLine({ ...part, available }, quantity)
    expect(problems).toMatchObject([{ code, quantities }])
    for (const proposed of quantities)
      expect(describeLine({ ...part, available }, proposed).problems).toEqual([])
  })

  test('include the minimum of a part that has no multiple', () => {
    const { problems } = describeLine({ ...part, minimumOrder: 20, orderMultiple: null }, 5)
    expect(problems).toMatchObject([{ code: 'quantity_below_minimum', quantities: [20] }])
  })
})

test.each([
  [0, 20, 'Out of stock. This part cannot be ordered now.'],
  [7, 3, 'Out of stock. Only 7 pieces are left, and the minimum order is 8.'],
  [1, 20, 'Out of stock. Only 1 piece is left, and the minimum order is 8.'],
  [8, 20, 'The maximum is 8 pieces.'],
  [1, 20, 'The maximum is 1 piece.', 1],
])(
  'with %i available, a line of %i pieces states the limit',
  (available, quantity, detail, minimumOrder = 8) => {
    const limited = { ...part, available, minimumOrder, orderMultiple: null }
    const { problems } = describeLine(limited, quantity)
    expect(problems).toMatchObject([{ detail }])
  },
)

test('a line that cannot be ordered shows the list price, also above a price step', () => {
  const stepped = { ...part, priceTiers: [{ fromQuantity: 80, unitPriceCents: 200 }] }
  expect(shownUnitPriceCents(describeLine(stepped, 80))).toBe(200)
  expect(shownUnitPriceCents(describeLine(stepped, 120))).toBe(250)
})
