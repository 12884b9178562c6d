import { expect, it } from 'vitest'
import { providerInWords } from './intents-in-words.ts'

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
