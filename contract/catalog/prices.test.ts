import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QUANTITY_MAXIMUM } from '../constants.ts'
import {
  adviseQuantity,
  findCheapestQuantity,
  findTermsErrors,
  lineTotal,
  nearestQuantities,
  type PartTerms,
  priceAt,
  quantityBounds,
  roundUpQuantity,
  stepQuantity,
} from './prices.ts'

const terms: PartTerms = {
  unitPriceCents: 600,
  minimumOrder: 50,
  orderMultiple: null,
  priceTiers: [
    { fromQuantity: 300, unitPriceCents: 572 },
    { fromQuantity: 1000, unitPriceCents: 510 },
  ],
}

const anyTerms = fc
  .record({
    unitPriceCents: fc.integer({ min: 10, max: 100_000 }),
    multiples: fc.integer({ min: 1, max: 50 }),
    orderMultiple: fc.option(fc.integer({ min: 2, max: 60 })),
    steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 30 }))),
  })
  .map(({ unitPriceCents, multiples, orderMultiple, steps }): PartTerms => {
    const minimumOrder = multiples * (orderMultiple ?? 1)
    let last = { fromQuantity: minimumOrder, unitPriceCents }
    const priceTiers = steps.flatMap(([more, less]) => {
      last = {
        fromQuantity: last.fromQuantity + more,
        unitPriceCents: last.unitPriceCents - less,
      }
      return last.unitPriceCents > 0 ? [last] : []
    })
    return { unitPriceCents, minimumOrder, orderMultiple, priceTiers }
  })
const anyQuantity = fc.integer({ min: 1, max: 20_000 })

describe('priceAt', () => {
  test.each([
    [1, 600],
    [299, 600],
    [300, 572],
    [999, 572],
    [1000, 510],
    [1_000_000_000, 510],
  ])('returns the price of %i pieces', (quantity, cents) => {
    expect(priceAt(terms, quantity)).toBe(cents)
    expect(lineTotal(terms, quantity)).toBe(cents * quantity)
  })

  test('the unit price never exceeds the list price and never rises with the quantity', () => {
    expect(priceAt({ ...terms, unitPriceCents: 500 }, 300)).toBe(500)
    fc.assert(
      fc.property(anyTerms, anyQuantity, anyQuantity, (part, one, other) => {
        const [fewer, more] = [Math.min(one, other), Math.max(one, other)]
        expect(priceAt(part, more)).toBeLessThanOrEqual(priceAt(part, fewer))
        expect(priceAt(part, fewer)).toBeLessThanOrEqual(part.unitPriceCents)
      }),
    )
  })
})

describe('roundUpQuantity and nearestQuantities', () => {
  test('rounds up to the minimum order and the multiple', () => {
    expect(roundUpQuantity(terms, 1)).toBe(50)
    expect(roundUpQuantity({ minimumOrder: 50, orderMultiple: 25 }, 51)).toBe(75)
    expect(roundUpQuantity({ minimumOrder: 50, orderMultiple: 25 }, 75)).toBe(75)
  })

  test('returns the nearest valid quantities between the minimum order and the stock', () => {
    const part = { minimumOrder: 50, orderMultiple: 25 }
    expect(nearestQuantities(part, 60, 99)).toEqual([50, 75])
    expect(nearestQuantities(part, 49, 99)).toEqual([50])
    expect(nearestQuantities(part, 75, 99)).toEqual([75])
    expect(nearestQuantities(part, 80, 99)).toEqual([75])
    expect(nearestQuantities(part, 60, 49)).toEqual([])
    fc.assert(
      fc.property(anyTerms, anyQuantity, anyQuantity, (part, quantity, available) => {
        for (const near of nearestQuantities(part, quantity, available)) {
          expect(near % (part.orderMultiple ?? 1)).toBe(0)
          expect(near).toBeGreaterThanOrEqual(part.minimumOrder)
          expect(near).toBeLessThanOrEqual(available)
        }
      }),
    )
  })
})

describe('findCheapestQuantity', () => {
  test('returns a larger quantity that costs less in total, otherwise the quantity itself', () => {
    expect(findCheapestQuantity(terms, 270, 5000)).toBe(270)
    expect(findCheapestQuantity(terms, 290, 5000)).toBe(300)
  })

  test('skips a tier if a later one costs less in total', () => {
    const priceTiers = [
      { fromQuantity: 100, unitPriceCents: 90 },
      { fromQuantity: 120, unitPriceCents: 70 },
    ]
    expect(findCheapestQuantity({ ...terms, unitPriceCents: 100, priceTiers }, 95, 5000)).toBe(120)
  })

  test('returns the smaller of two quantities with the same total', () => {
    const priceTiers = [{ fromQuantity: 100, unitPriceCents: 90 }]
    expect(findCheapestQuantity({ ...terms, unitPriceCents: 100, priceTiers }, 90, 5000)).toBe(90)
  })

  test('proposes only quantities that fulfil the minimum order and the multiple', () => {
    expect(findCheapestQuantity(terms, 7, 5000)).toBe(50)
    expect(findCheapestQuantity({ ...terms, orderMultiple: 25 }, 101, 5000)).toBe(125)
  })

  test('returns no quantity that exceeds the stock', () => {
    expect(findCheapestQuantity(terms, 290, 299)).toBe(290)
    expect(findCheapestQuantity(terms, 290, 289)).toBeUndefined()
    expect(findCheapestQuantity({ ...terms, orderMultiple: 25 }, 101, 124)).toBeUndefined()
  })

  test('returns the cheapest of all valid quantities', () => {
    const quantity = fc.integer({ min: 1, max: 60 })
    // Steep prices, so that larger quantities often cost less.
    const tiers = fc.array(
      fc.record({
        fromQuantity: fc.integer({ min: 2, max: 90 }),
        unitPriceCents: fc.integer({ min: 1, max: 30 }),
      }),
      { maxLength: 4 },
    )
    const anyCase = fc.record({
      quantity,
      available: fc.integer({ min: 0, max: 120 }),
      priceTiers: tiers,
      unitPriceCents: fc.integer({ min: 1, max: 30 }),
      minimumOrder: quantity,
      orderMultiple: fc.option(fc.integer({ min: 1, max: 40 })),
    })
    fc.assert(
      fc.property(anyCase, ({ quantity, available, ...part }) => {
        part.priceTiers.sort((a, b) => a.fromQuantity - b.fromQuantity)
        return (
          findCheapestQuantity(part, quantity, available) === searchAll(part, quantity, available)
        )
      }),
      { numRuns: 100_000 },
    )
  })
})

/** Compares the totals of all quantities that can be ordered. */
function searchAll(part: PartTerms, atLeast: number, available: number): number | undefined {
  let cheapest: number | undefined
  for (let quantity = Math.max(atLeast, part.minimumOrder); quantity <= available; quantity += 1) {
    if (quantity % (part.orderMultiple ?? 1) !== 0) continue
    if (cheapest === undefined || lineTotal(part, quantity) < lineTotal(part, cheapest))
      cheapest = quantity
  }
  return cheapest
}

describe('adviseQuantity', () => {
  test('advises the quantity with the next lower price', () => {
    expect(adviseQuantity(terms, 270, 5000)).toEqual({
      quantity: 300,
      unitPriceCents: 572,
      savingCents: null,
    })
  })

  test('advises a larger quantity that costs less in total', () => {
    expect(adviseQuantity(terms, 290, 5000)).toEqual({
      quantity: 300,
      unitPriceCents: 572,
      savingCents: 290 * 600 - 300 * 572,
    })
  })

  test.each([
    ['below the minimum order', 49, null],
    ['that is not a multiple', 290, 100],
    ['of an empty field', Number.NaN, null],
  ])('advises nothing for a quantity %s', (_, quantity, orderMultiple) => {
    expect(adviseQuantity({ ...terms, orderMultiple }, quantity, 5000)).toBeUndefined()
  })

  test('advises only quantities that are in stock and can be ordered', () => {
    expect(adviseQuantity(terms, 290, 299)).toBeUndefined()
    expect(adviseQuantity(terms, 1000, 5000)).toBeUndefined()
    const multiples = { ...terms, orderMultiple: 200, minimumOrder: 200 }
    expect(adviseQuantity(multiples, 200, 5000)?.quantity).toBe(400)
    fc.assert(
      fc.property(anyTerms, anyQuantity, anyQuantity, (part, quantity, available) => {
        const advice = adviseQuantity(part, quantity, available)
        if (!advice) return
        expect(advice.quantity).toBeGreaterThan(quantity)
        expect(advice.quantity).toBeLessThanOrEqual(available)
        expect(advice.quantity % (part.orderMultiple ?? 1)).toBe(0)
        expect(advice.unitPriceCents).toBe(priceAt(part, advice.quantity))
        const saving = lineTotal(part, quantity) - lineTotal(part, advice.quantity)
        expect(advice.savingCents).toBe(saving > 0 ? saving : null)
      }),
    )
  })
})

test('quantityBounds returns the smallest and the largest quantity that can be ordered', () => {
  expect(quantityBounds(terms, 200)).toEqual({ minimum: 50, maximum: 200 })
  const multiples = { minimumOrder: 50, orderMultiple: 12 }
  expect(quantityBounds(multiples, 199)).toEqual({ minimum: 60, maximum: 192 })
})

describe('stepQuantity', () => {
  test.each([
    ['a piece more', 60, 1, null, 61],
    ['a piece less', 60, -1, null, 59],
    ['up to the minimum order', 7, 1, null, 50],
    ['not below the minimum order', 50, -1, null, 50],
    ['not above the available quantity', 200, 1, null, 200],
    ['down to the available quantity', 900, -1, null, 200],
    ['to the next multiple', 61, 1, 12, 72],
    ['to the multiple below', 71, -1, 12, 60],
    ['from a multiple to the one below', 72, -1, 12, 60],
    ['to the largest multiple that is available', 192, 1, 12, 192],
    ['from an empty field to the minimum order', Number.NaN, 1, null, 50],
  ] as const)('steps %s', (_, quantity, step, orderMultiple, expected) => {
    expect(stepQuantity({ minimumOrder: 50, orderMultiple }, quantity, step, 200)).toBe(expected)
  })

  test('does not step above the maximum quantity', () => {
    const part = { minimumOrder: 1, orderMultiple: null }
    expect(stepQuantity(part, QUANTITY_MAXIMUM, 1, Number.POSITIVE_INFINITY)).toBe(QUANTITY_MAXIMUM)
  })
})

describe('findTermsErrors', () => {
  test('accepts rising quantities with falling prices', () => {
    expect(findTermsErrors(terms)).toEqual({})
    fc.assert(
      fc.property(anyTerms, (part) => {
        expect(findTermsErrors(part)).toEqual({})
      }),
    )
  })

  test('compares the first step with the minimum order and the price per unit', () => {
    const priceTiers = [{ fromQuantity: 50, unitPriceCents: 600 }]
    expect(findTermsErrors({ ...terms, priceTiers })).toEqual({
      'priceTiers.0.fromQuantity': 'Enter more than 50 pieces, the minimum order.',
      'priceTiers.0.price': 'Enter less than $6.00, the price before this step.',
    })
  })

  test('compares each later step with the previous one', () => {
    const priceTiers = [
      { fromQuantity: 300, unitPriceCents: 500 },
      { fromQuantity: 200, unitPriceCents: 500 },
    ]
    expect(Object.keys(findTermsErrors({ ...terms, priceTiers }))).toEqual([
      'priceTiers.1.fromQuantity',
      'priceTiers.1.price',
    ])
  })

  test('refuses a minimum order that is not a multiple of the order multiple', () => {
    expect(findTermsErrors({ ...terms, orderMultiple: 20 })).toEqual({
      orderMultiple: 'The minimum order of 50 pieces is not a multiple of 20. Change one of them.',
    })
    expect(findTermsErrors({ ...terms, orderMultiple: 25 })).toEqual({})
  })
})
