import type { Intent } from './card-provider/provider.ts'

export interface RecordedIntent {
  id: string
  orderId: string
  amountCents: number
  currency: string
  state: 'open' | 'settled' | 'cancelled' | 'refunded'
}

/** Texts for staff about the mismatches of ledger and provider. */
export const mismatchTexts = {
  unknown_at_provider: 'The card provider does not know this payment.',
  intent_not_recorded: 'The payment succeeded, but our records do not contain it.',
  order_mismatch: 'The card provider lists the payment under another order.',
  amount_mismatch: 'The card provider shows a different amount.',
  payment_not_recorded: 'The payment succeeded, but our records show it as unpaid.',
  payment_missing: 'Our records show a payment, but the card provider does not.',
  refund_not_recorded: 'The payment was refunded, but our records do not show it.',
  partially_refunded: 'The payment was partially refunded.',
  refund_missing: 'Our records show a refund, but the card provider does not.',
  cancelled_at_provider: 'The payment is open in our records but cancelled at the card provider.',
  open_at_provider:
    'The payment is cancelled in our records but can still be paid at the card provider.',
} as const

export type MismatchKind = keyof typeof mismatchTexts

/**
 * Returns how an intent differs between ledger and provider. Ignores an intent that only the provider has, unless it
 * contains money that is not refunded.
 */
export function findMismatch(
  recordedIntent: RecordedIntent | undefined,
  providerIntent: Intent | undefined,
): MismatchKind | undefined {
  if (!recordedIntent)
    return providerIntent && netCents(providerIntent) > 0 ? 'intent_not_recorded' : undefined
  if (!providerIntent)
    return recordedIntent.state === 'cancelled' ? undefined : 'unknown_at_provider'
  return compareByState[recordedIntent.state](recordedIntent, providerIntent)
}

const netCents = (providerIntent: Intent) =>
  providerIntent.receivedCents - providerIntent.refundedCents

type Compare = (recordedIntent: RecordedIntent, providerIntent: Intent) => MismatchKind | undefined

const compareByState: Record<RecordedIntent['state'], Compare> = {
  open(recordedIntent, providerIntent) {
    if (netCents(providerIntent) > 0) return 'payment_not_recorded'
    if (providerIntent.receivedCents > 0) return 'refund_not_recorded'
    if (providerIntent.state === 'cancelled') return 'cancelled_at_provider'
    return findPurposeMismatch(recordedIntent, providerIntent, providerIntent.amountCents)
  },
  settled(recordedIntent, providerIntent) {
    if (providerIntent.receivedCents === 0) return 'payment_missing'
    if (netCents(providerIntent) === 0) return 'refund_not_recorded'
    if (providerIntent.refundedCents > 0) return 'partially_refunded'
    return findPurposeMismatch(recordedIntent, providerIntent, providerIntent.receivedCents)
  },
  cancelled(_recordedIntent, providerIntent) {
    if (netCents(providerIntent) > 0) return 'payment_not_recorded'
    return providerIntent.state === 'open' || providerIntent.state === 'processing'
      ? 'open_at_provider'
      : undefined
  },
  refunded: (_recordedIntent, providerIntent) =>
    netCents(providerIntent) > 0 ? 'refund_missing' : undefined,
}

/**
 * Returns a mismatch of the order, or else of the amount or currency. `cents` is the amount at the provider that must
 * equal the ledger's.
 */
export function findPurposeMismatch(
  recordedIntent: RecordedIntent,
  providerIntent: Intent,
  cents: number,
) {
  if (providerIntent.orderId !== recordedIntent.orderId) return 'order_mismatch'
  return cents === recordedIntent.amountCents && providerIntent.currency === recordedIntent.currency
    ? undefined
    : 'amount_mismatch'
}
