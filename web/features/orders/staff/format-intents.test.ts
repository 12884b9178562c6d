import { expect, it } from 'vitest'
import { formatProviderState, formatRepairOutcome } from './format-intents.ts'

const payment = {
  state: 'succeeded',
  amount: 1240,
  received: 1240,
  refunded: 0,
  currency: 'usd',
  orderId: null,
} as const

it('shows the received and refunded amounts', () => {
  expect(formatProviderState(payment)).toBe('$1,240.00 received')
  expect(formatProviderState({ ...payment, refunded: 1240 })).toBe(
    '$1,240.00 received, $1,240.00 refunded',
  )
})

it('shows an amount that is not in dollars with the code of its currency', () => {
  expect(formatProviderState({ ...payment, currency: 'eur' })).toBe('1240 EUR received')
})

it('reports a payment that the provider does not have', () => {
  expect(formatProviderState(null)).toBe('Not found')
})

it('states that the records match only if no differences remain', () => {
  const rest = 'Resolve the remaining differences in the card provider’s dashboard.'
  expect(formatRepairOutcome([], false)).toBe(
    'No changes needed. Our records match the card provider.',
  )
  expect(formatRepairOutcome([], undefined)).toBe('No changes made.')
  expect(formatRepairOutcome(['Cancelled pi_1.'], undefined)).toBeUndefined()
  expect(formatRepairOutcome([], true)).toBe(rest)
  expect(formatRepairOutcome(['Cancelled pi_1.'], true)).toBe(rest)
  expect(formatRepairOutcome(['Cancelled pi_1.'], false)).toBeUndefined()
})
