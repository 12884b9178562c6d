import { describe, expect, it } from 'vitest'
import { parseQuantity } from './quantity-input.tsx'

describe('parseQuantity', () => {
  it('accepts whole numbers with or without separators', () => {
    expect(parseQuantity('50')).toBe(50)
    expect(parseQuantity(' 1,240 ')).toBe(1240)
    expect(parseQuantity('1,000,000,000')).toBe(1_000_000_000)
  })

  it.each(['', ' ', '12.5', '12,40', '1e3', '5 0', 'fifty'])('refuses %j', (typed) =>
    expect(parseQuantity(typed)).toBeNaN(),
  )
})
