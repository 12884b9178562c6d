import { expect, test } from 'vitest'
import { formatAdvice } from './format-advice.ts'

test('states how many more pieces lower the price', () => {
  const advice = { quantity: 1300, unitPriceCents: 572, savingCents: null }
  expect(formatAdvice(advice, 270)).toBe('1,030 more and each costs $5.72.')
})

test('states a price in the format of the screen', () => {
  const advice = { quantity: 300, unitPriceCents: 572, savingCents: null }
  const formatPrice = (dollars: number) => `tk ${dollars * 100} ($${dollars})`
  expect(formatAdvice(advice, 270, formatPrice)).toBe('30 more and each costs tk 572 ($5.72).')
})

test('states what a larger quantity saves in total', () => {
  const advice = { quantity: 300, unitPriceCents: 572, savingCents: 940 }
  expect(formatAdvice(advice, 280)).toBe('300 cost $9.40 less than 280.')
})
