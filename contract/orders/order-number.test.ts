import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatOrderNumber, parseOrderNumber } from './order-number.ts'

const number = fc.integer({ min: 10_001, max: 999_999_999 })

test('formats an order number with its check digit, and reads it back', () => {
  expect(formatOrderNumber(10_421)).toBe('FH-104216')
  fc.assert(
    fc.property(number, (n) => {
      expect(parseOrderNumber(formatOrderNumber(n))).toBe(n)
    }),
  )
})

test.each(['FH-104216', 'fh-104216', 'FH104216', '104216', '  FH-104216 '])(
  'reads the typed order number %j',
  (typed) => expect(parseOrderNumber(typed)).toBe(10_421),
)

test.each(['', 'FH-', 'FH-104217', 'FH-12', 'XX-104216', 'FH-104 216', '10421.6'])(
  'refuses %j as an order number',
  (typed) => expect(parseOrderNumber(typed)).toBeUndefined(),
)

test('refuses an order number with one wrong digit', () => {
  fc.assert(
    fc.property(number, fc.nat(8), fc.integer({ min: 1, max: 9 }), (n, at, more) => {
      const digits = [...formatOrderNumber(n).slice(3)]
      const index = at % digits.length
      digits[index] = String((Number(digits[index]) + more) % 10)
      expect(parseOrderNumber(digits.join(''))).toBeUndefined()
    }),
  )
})
