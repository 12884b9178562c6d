import { expect, it } from 'vitest'
import { leftByRepair, providerInWords } from './intents-in-words.ts'

const paid = {
  state: 'succeeded',
  amount: 1240,
  received: 1240,
  refunded: 0,
  currency: 'usd',
  orderId: null,
} as const

it('says what the card provider received and gave back', () => {
  expect(providerInWords(paid)).toBe('$1,240.00 received')
  expect(providerInWords({ ...paid, refunded: 1240 })).toBe(
    '$1,240.00 received, $1,240.00 refunded',
  )
})

it('shows another currency as what it is', () => {
  expect(providerInWords({ ...paid, currency: 'eur' })).toBe('1240 EUR received')
})

it('says so where the provider knows of no payment', () => {
  expect(providerInWords(null)).toBe('Not known there')
})

it('says that books and provider agree only where they do', () => {
  const rest =
    'The shop cannot do the rest: what still disagrees must be settled at the card provider.'
  expect(leftByRepair([], false)).toBe('Nothing had to be done: books and provider agree.')
  expect(leftByRepair([], true)).toBe(rest)
  expect(leftByRepair(['Closed pi_1.'], true)).toBe(rest)
  expect(leftByRepair(['Closed pi_1.'], false)).toBeUndefined()
})
