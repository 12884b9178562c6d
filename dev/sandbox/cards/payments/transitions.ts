import type Stripe from 'stripe'

type Status = Stripe.PaymentIntent.Status
type Action = 'confirm' | 'cancel' | 'update'

/** The statuses in which each action is allowed. */
const allowedStatuses: Record<Action, Status[]> = {
  confirm: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
  // Stripe never cancels a card payment that is processing.
  cancel: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
  update: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
}

const verbs: Record<Action, [verb: string, participle: string]> = {
  confirm: ['confirm', 'confirmed'],
  cancel: ['cancel', 'canceled'],
  update: ['update', 'updated'],
}

/** Returns Stripe's error message if the status forbids the action, otherwise null. */
export function stateProblem(action: Action, status: Status): string | null {
  if (allowedStatuses[action].includes(status)) return null
  if (action === 'confirm' && status === 'succeeded') {
    return 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
  }
  const [verb, participle] = verbs[action]
  return `You cannot ${verb} this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be ${participle}: ${allowedStatuses[action].join(', ')}.`
}
