import { expect, test } from 'vitest'
import type { Intent } from './card-provider/provider.ts'
import { findMismatch, type MismatchKind, type RecordedIntent } from './find-mismatch.ts'

const recordedIntent: RecordedIntent = {
  id: 'pi_1',
  orderId: 'one',
  amountCents: 2500,
  currency: 'usd',
  state: 'open',
}

const open: Intent = {
  id: 'pi_1',
  clientSecret: '',
  state: 'open',
  amountCents: 2500,
  receivedCents: 0,
  refundedCents: 0,
  currency: 'usd',
  orderId: 'one',
  createdAt: new Date(),
}
const cancelled: Intent = { ...open, state: 'cancelled' }
const paid: Intent = { ...open, state: 'succeeded', receivedCents: 2500 }
const partiallyRefunded: Intent = { ...paid, refundedCents: 1000 }
const refunded: Intent = { ...paid, refundedCents: 2500 }

const cases: [
  recordedState: RecordedIntent['state'] | undefined,
  providerIntent: Intent | undefined,
  expected: MismatchKind | undefined,
][] = [
  [undefined, undefined, undefined],
  [undefined, open, undefined],
  [undefined, paid, 'intent_not_recorded'],
  [undefined, refunded, undefined],
  ['open', undefined, 'unknown_at_provider'],
  ['open', open, undefined],
  ['open', { ...open, state: 'processing' }, undefined],
  ['open', cancelled, 'cancelled_at_provider'],
  ['open', paid, 'payment_not_recorded'],
  ['open', refunded, 'refund_not_recorded'],
  ['open', { ...open, orderId: 'two' }, 'order_mismatch'],
  ['open', { ...open, amountCents: 1 }, 'amount_mismatch'],
  ['open', { ...open, currency: 'jpy' }, 'amount_mismatch'],
  ['settled', undefined, 'unknown_at_provider'],
  ['settled', open, 'payment_missing'],
  ['settled', cancelled, 'payment_missing'],
  ['settled', paid, undefined],
  ['settled', { ...paid, orderId: undefined }, 'order_mismatch'],
  ['settled', { ...paid, receivedCents: 2400 }, 'amount_mismatch'],
  ['settled', partiallyRefunded, 'partially_refunded'],
  ['settled', refunded, 'refund_not_recorded'],
  ['cancelled', undefined, undefined],
  ['cancelled', open, 'open_at_provider'],
  ['cancelled', cancelled, undefined],
  ['cancelled', paid, 'payment_not_recorded'],
  ['cancelled', refunded, undefined],
  ['refunded', undefined, 'unknown_at_provider'],
  ['refunded', paid, 'refund_missing'],
  ['refunded', partiallyRefunded, 'refund_missing'],
  ['refunded', refunded, undefined],
]

test.each(cases)(
  '%s in the ledger and %o at the provider: %s',
  (state, providerIntent, expected) => {
    expect(findMismatch(state && { ...recordedIntent, state }, providerIntent)).toBe(expected)
  },
)
