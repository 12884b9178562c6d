import { describe, expect, it } from 'vitest'
import { quantityProblem, readQuantity, stepQuantity } from './quantity.ts'

describe('a typed quantity', () => {
  it('is a whole number, with or without separators', () => {
    expect(readQuantity('50')).toBe(50)
    expect(readQuantity(' 1,240 ')).toBe(1240)
    expect(readQuantity('1,000,000,000')).toBe(1_000_000_000)
  })

  it.each(['', ' ', '12.5', '12,40', '1e3', '5 0', 'fifty'])('is not %j', (typed) =>
    expect(readQuantity(typed)).toBeNaN(),
  )
})

describe('what is wrong with a quantity', () => {
  const part = {
    _id: '0197a3c2-0000-7000-8000-000000000001',
    name: 'Strake chainring',
    description: '',
    img: '/drawings/FH-13110-2.svg',
    price: 8.4,
    availableQuantity: 1240,
    minimumOrder: 50,
  }

  it.each([
    ['', 'Order Quantity Required'],
    ['1.5', 'Give a whole number of pieces.'],
    ['-1', 'You have to order minimum 50 pieces'],
    ['49', 'You have to order minimum 50 pieces'],
    ['1241', 'You can order maximum 1240 pieces'],
    ['999999999999999999999', 'You can order maximum 1240 pieces'],
    ['50', undefined],
    ['1,240', undefined],
  ])('of %j is said: %s', (typed, said) => expect(quantityProblem(part, typed)).toBe(said))

  it('is too large a sum for one card payment', () => {
    const said = quantityProblem({ ...part, availableQuantity: 900_000 }, '800000')
    expect(said).toContain('Change the quantity')
  })
})

describe('the stepper', () => {
  const bounds = { least: 50, most: 60 }

  it('adds and takes one piece', () => {
    expect(stepQuantity(55, 1, bounds)).toBe(56)
    expect(stepQuantity(55, -1, bounds)).toBe(54)
  })

  it('stays between the minimum order and what is available', () => {
    expect(stepQuantity(60, 1, bounds)).toBe(60)
    expect(stepQuantity(50, -1, bounds)).toBe(50)
    expect(stepQuantity(3, 1, bounds)).toBe(50)
    expect(stepQuantity(900, -1, bounds)).toBe(60)
  })

  it('begins at the minimum order when nothing is typed', () => {
    expect(stepQuantity(Number.NaN, 1, bounds)).toBe(50)
  })
})
