import type { Intent } from './provider/provider.ts'

/** A payment intent as the shop's books have it. */
export interface BookedIntent {
  id: string
  orderId: string
  amountCents: number
  currency: string
  state: 'open' | 'settled' | 'cancelled' | 'refunded'
}

/** How the books and the provider can disagree about an intent, in words for the staff. */
export const disagreements = {
  unknown_there: 'The card provider knows no such payment.',
  unknown_here: 'The money has arrived by a payment that is not in the books.',
  of_another_order: 'The card provider has it for another order.',
  of_another_amount: 'The card provider has it for another amount.',
  money_not_counted: 'The money has arrived, and the order is not paid by it.',
  money_missing: 'The order is paid by it in the books, and no money has arrived.',
  refunded_there: 'The money has gone back, and the books do not say so.',
  refunded_in_part: 'A part of the money has gone back.',
  refund_missing: 'The books say that the money has gone back, and it has not.',
  cancelled_there: 'It waits for money in the books, and is cancelled at the card provider.',
  open_there: 'It is cancelled in the books, and can still be paid at the card provider.',
} as const

export type Disagreement = keyof typeof disagreements

/**
 * Where the books and the provider disagree about an intent, if they do. One that only the provider
 * knows is of no harm until it has money.
 */
export function disagreementOf(
  booked: BookedIntent | undefined,
  there: Intent | undefined,
): Disagreement | undefined {
  if (!booked) return there && keptCents(there) > 0 ? 'unknown_here' : undefined
  if (!there) return booked.state === 'cancelled' ? undefined : 'unknown_there'
  return byState[booked.state](booked, there)
}

const keptCents = (there: Intent) => there.receivedCents - there.refundedCents

type Compare = (booked: BookedIntent, there: Intent) => Disagreement | undefined

const byState: Record<BookedIntent['state'], Compare> = {
  open(booked, there) {
    if (keptCents(there) > 0) return 'money_not_counted'
    if (there.receivedCents > 0) return 'refunded_there'
    if (there.state === 'cancelled') return 'cancelled_there'
    return purposeOf(booked, there, there.amountCents)
  },
  settled(booked, there) {
    if (there.receivedCents === 0) return 'money_missing'
    if (keptCents(there) === 0) return 'refunded_there'
    if (there.refundedCents > 0) return 'refunded_in_part'
    return purposeOf(booked, there, there.receivedCents)
  },
  cancelled(_booked, there) {
    if (keptCents(there) > 0) return 'money_not_counted'
    return there.state === 'open' || there.state === 'processing' ? 'open_there' : undefined
  },
  refunded: (_booked, there) => (keptCents(there) > 0 ? 'refund_missing' : undefined),
}

function purposeOf(booked: BookedIntent, there: Intent, cents: number): Disagreement | undefined {
  if (there.orderId !== booked.orderId) return 'of_another_order'
  return cents === booked.amountCents && there.currency === booked.currency
    ? undefined
    : 'of_another_amount'
}
