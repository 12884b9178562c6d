import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsOf, dollarsOf, formatCount, formatDollars, formatTaka } from './money.ts'

const MAX_CENTS = 99_999_999

test('converting cents to JSON dollars and back returns the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_CENTS }), (cents) => {
      expect(centsOf(JSON.parse(JSON.stringify(dollarsOf(cents))))).toBe(cents)
    }),
  )
})

test('converts input with two decimals to exact cents', () => {
  fc.assert(
    fc.property(fc.nat(999_999), fc.nat(99), (dollars, cents) => {
      const typed = `${dollars}.${String(cents).padStart(2, '0')}`
      expect(centsOf(Number(typed))).toBe(dollars * 100 + cents)
    }),
  )
})

test('rejects a third decimal place, also in large amounts', () => {
  fc.assert(
    fc.property(
      fc.nat(999_999),
      fc.nat(99),
      fc.integer({ min: 1, max: 9 }),
      (dollars, cents, third) => {
        const typed = `${dollars}.${String(cents).padStart(2, '0')}${third}`
        expect(centsOf(Number(typed))).toBeNaN()
      },
    ),
  )
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 0.001, 600_000.005, 100_000.001])(
  '%s dollars are not a valid amount',
  (amount) => expect(centsOf(amount)).toBeNaN(),
)

test('formats dollars with two decimals and separators', () => {
  expect(formatDollars(1680)).toBe('$1,680.00')
  expect(formatDollars(0.5)).toBe('$0.50')
})

test('formats dollars in tk by the exchange rate', () => {
  expect(formatTaka(8.4, 122)).toBe('tk 1,024.80')
  expect(formatTaka(2.68, 122)).toBe('tk 326.96')
})

test('formats counts with separators', () => {
  expect(formatCount(15_400)).toBe('15,400')
})

test('groups digits in the same way as Intl', () => {
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_CENTS }), (cents) => {
      expect(formatDollars(dollarsOf(cents))).toBe(dollars.format(dollarsOf(cents)))
      expect(formatCount(cents)).toBe(cents.toLocaleString('en-US'))
    }),
  )
})
