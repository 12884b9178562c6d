import { expect, test } from 'vitest'
import { formatWeight } from './format-weight.ts'

test('formats weights below a kilogram in grams, others in kilograms', () => {
  expect(formatWeight(1.8)).toBe('1.8 g')
  expect(formatWeight(305)).toBe('305 g')
  expect(formatWeight(999)).toBe('999 g')
  expect(formatWeight(1000)).toBe('1 kg')
  expect(formatWeight(50 * 305)).toBe('15.25 kg')
  expect(formatWeight(1_240_400)).toBe('1,240 kg')
})

test('rounds sums of decimals', () => {
  expect(formatWeight(3 * 1.1)).toBe('3.3 g')
})
