import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { map, text } from '../api/parameters.ts'
import { noSuch } from '../api/refusals.ts'
import { event } from '../events.ts'
import { newId } from '../ids.ts'
import type { Change } from '../ledger.ts'
import { type CardMethod, methodByToken, methodFromData } from './card-methods.ts'
import { chargeCard } from './charge-card.ts'
import { findIntent, presentIntent, refuseIntent, refuseState } from './find-intent.ts'
import { unexpectedState } from './transitions.ts'

export const confirmParameters = {
  allowed_payment_method_types: 'not done',
  amount_details: 'not done',
  amount_to_confirm: 'not done',
  capture_method: 'not done',
  confirmation_token: 'not done',
  error_on_requires_action: 'not done',
  excluded_payment_method_types: 'not done',
  expand: 'done',
  hooks: 'not done',
  mandate: 'not done',
  mandate_data: 'not done',
  off_session: 'not done',
  payment_details: 'not done',
  payment_method: 'done',
  payment_method_data: 'done',
  payment_method_options: 'not done',
  radar_options: 'not done',
  receipt_email: 'done',
  return_url: 'done',
  setup_future_usage: 'not done',
  shipping: 'not done',
  use_stripe_sdk: 'done',
} satisfies Record<keyof Stripe.PaymentIntentConfirmParams, 'done' | 'not done'>

export function confirmIntent(call: Call): Outcome {
  const intent = findIntent(call)
  const forbidden = unexpectedState('confirm', intent.status)
  if (forbidden) return refuseState(forbidden, intent, call)
  const card = cardToUse(call, intent)
  if (!card) return refuseState(NO_CARD, intent, call)
  const receipt = text(call.form, 'receipt_email') ?? intent.receipt_email
  return confirmWith(call, { ...intent, receipt_email: receipt }, card)
}

const NO_CARD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken."

/** The card named or described in the call, else the intent's own. */
export function cardToUse(call: Call, intent: Stripe.PaymentIntent | null): CardMethod | null {
  const data = map(call.form, 'payment_method_data')
  if (data) return methodFromData(data, call.by)
  const id = text(call.form, 'payment_method') ?? intent?.payment_method
  if (typeof id !== 'string') return null
  const card = call.ledger.methods.get(id) ?? methodByToken(id)
  if (!card) throw noSuch('PaymentMethod', id, 'payment_method')
  return card
}

/** Tries the card: 3-D Secure first where the card wants it, else at once. */
export function confirmWith(
  call: Call,
  intent: Stripe.PaymentIntent,
  card: CardMethod,
  before: Change[] = [],
): Outcome {
  const kept: Change[] = [...before, ['methods', card]]
  if (card.authenticates) return askForAuthentication(call, intent, card, kept)
  return finishWith(call, intent, card, kept)
}

/** Charges the card once nothing stands in the way, and answers how it went. */
export function finishWith(
  call: Call,
  intent: Stripe.PaymentIntent,
  card: CardMethod,
  kept: Change[] = [],
): Outcome {
  if (call.faults.holdProcessing) return holdProcessing(call, intent, card, kept)
  const charged = chargeCard(intent, card, call)
  const changes = [...kept, ...charged.changes]
  if (charged.error) return refuseIntent(402, charged.error, charged.intent, call, changes)
  return { body: presentIntent(charged.intent, call.by), changes }
}

function askForAuthentication(
  call: Call,
  intent: Stripe.PaymentIntent,
  card: CardMethod,
  kept: Change[],
): Outcome {
  const source = newId('payatt_3')
  const sdk = {
    type: 'three_d_secure_redirect',
    stripe_js: `${call.origin}/cards/challenge/${source}`,
    source,
  }
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: null,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: sdk },
    payment_method: card.id,
    status: 'requires_action',
  }
  const changes: Change[] = [
    ...kept,
    ['challenges', { id: source, intent: intent.id, method: card.id }],
    ['intents', waiting],
    ...event('payment_intent.requires_action', waiting, call),
  ]
  return { body: presentIntent(waiting, call.by), changes }
}

function holdProcessing(
  call: Call,
  intent: Stripe.PaymentIntent,
  card: CardMethod,
  kept: Change[],
): Outcome {
  const held: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: null,
    next_action: null,
    payment_method: card.id,
    status: 'processing',
  }
  const changes: Change[] = [
    ...kept,
    ['intents', held],
    ...event('payment_intent.processing', held, call),
  ]
  return { body: presentIntent(held, call.by), changes }
}
