import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { formatCount } from '@freehub/contract/money'
import { expect, test } from 'vitest'
import { parseDecimal, parseDollars, parseWholeNumber, validatePieces } from './parse-numbers.ts'

test.each([
  ['4.50', 4.5],
  ['4,50', 4.5],
  ['$ 1', 1],
  [' 12 ', 12],
  ['4.', 4],
  ['0', 0],
  ['1,234.50', 1234.5],
  ['$1.234,50', 1234.5],
  ["999'999.99", 999_999.99],
  ['1 234,5', 1234.5],
])('parses %j as %d dollars', (text, dollars) => {
  expect(parseDollars(text)).toBe(dollars)
})

test.each([
  'cheap',
  '4 50',
  '4$50',
  '-1',
  '1.234',
  '1,234',
  '1,000,00',
  '0,123.50',
  '1,23.50',
  '1,234.567',
  '1,000,000.00',
  '1e3',
  '12345678',
  '.',
])('returns NaN for the invalid amount %j', (text) => {
  expect(parseDollars(text)).toBeNaN()
})

test('returns undefined for an empty amount', () => {
  expect(parseDollars('  ')).toBeUndefined()
})

test.each([
  ['1200', 1200],
  [' 1,200 ', 1200],
  ['1 200', 1200],
  ['1.200', 1200],
  ["1'200", 1200],
  ['1\u202f200', 1200],
  ['12,000,000', 12_000_000],
  ['0', 0],
])('parses the whole number %s', (text, quantity) => {
  expect(parseWholeNumber(text)).toBe(quantity)
})

test.each([
  '1.5',
  '1 2',
  '1,20',
  '1,2000',
  '1234,567',
  '1,200.500',
  '-5',
  '+5',
  'ten',
  '1e3',
  '12345678901',
  '0.125',
  '.500',
  ',500',
  '007',
])('returns NaN for the invalid whole number %s', (text) => {
  expect(parseWholeNumber(text)).toBeNaN()
})

test('states the largest quantity', () => {
  const maximum = `at most ${formatCount(QUANTITY_MAXIMUM)}`
  expect(validatePieces(`${QUANTITY_MAXIMUM}0`)).toContain(maximum)
})

test('returns undefined for an empty whole number', () => {
  expect(parseWholeNumber('  ')).toBeUndefined()
})

test.each([
  [' 7.5 ', 7.5],
  ['1,5', 1.5],
  ['1250', 1250],
  ['0,125', 0.125],
  ['', undefined],
  ['1,250', Number.NaN],
  ['1,250.5', Number.NaN],
  ['-1', Number.NaN],
  ['1e3', Number.NaN],
])('parses the decimal number %j as %j', (text, number) => {
  expect(parseDecimal(text)).toBe(number)
})
