import { expect, test } from 'vitest'
import { weightInWords } from './weight-in-words.ts'

test('weights are said in grams below a kilogram, and in kilograms from there', () => {
  expect(weightInWords(1.8)).toBe('1.8 g')
  expect(weightInWords(305)).toBe('305 g')
  expect(weightInWords(999)).toBe('999 g')
  expect(weightInWords(1000)).toBe('1 kg')
  expect(weightInWords(50 * 305)).toBe('15.25 kg')
  expect(weightInWords(1_240_400)).toBe('1,240 kg')
})

test('sums of decimals are rounded', () => {
  expect(weightInWords(3 * 1.1)).toBe('3.3 g')
})
