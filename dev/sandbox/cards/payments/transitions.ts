import type Stripe from 'stripe'

type Status = Stripe.PaymentIntent.Status
type Action = 'confirm' | 'cancel' | 'update'

/** What may be done to a payment intent, by its status. */
const allowed: Record<Action, Status[]> = {
  confirm: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
  // Stripe cancels one that is processing only in rare cases, and never one paid by card.
  cancel: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
  update: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
}

const words: Record<Action, [verb: string, participle: string]> = {
  confirm: ['confirm', 'confirmed'],
  cancel: ['cancel', 'canceled'],
  update: ['update', 'updated'],
}

/** Why this may not be done to the intent now, in the provider's words, or null when it may. */
export function unexpectedState(action: Action, status: Status): string | null {
  if (allowed[action].includes(status)) return null
  if (action === 'confirm' && status === 'succeeded') {
    return 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
  }
  const [verb, participle] = words[action]
  return `You cannot ${verb} this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be ${participle}: ${allowed[action].join(', ')}.`
}
