import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { notFoundError } from '../api/errors.ts'
import { readMap, readText } from '../api/parameters.ts'
import { createEvent } from '../events.ts'
import { newId } from '../ids.ts'
import type { Change } from '../ledger.ts'
import { type CardMethod, createMethodFromData, findMethodByToken } from './card-methods.ts'
import { chargeCard } from './charge-card.ts'
import { findIntent, presentIntent, refuseIntent, refuseState } from './find-intent.ts'
import { stateProblem } from './transitions.ts'

export const confirmParameters = {
  allowed_payment_method_types: 'unsupported',
  amount_details: 'unsupported',
  amount_to_confirm: 'unsupported',
  capture_method: 'unsupported',
  confirmation_token: 'unsupported',
  error_on_requires_action: 'unsupported',
  excluded_payment_method_types: 'unsupported',
  expand: 'supported',
  hooks: 'unsupported',
  mandate: 'unsupported',
  mandate_data: 'unsupported',
  off_session: 'unsupported',
  payment_details: 'unsupported',
  payment_method: 'supported',
  payment_method_data: 'supported',
  payment_method_options: 'unsupported',
  radar_options: 'unsupported',
  receipt_email: 'supported',
  return_url: 'supported',
  setup_future_usage: 'unsupported',
  shipping: 'unsupported',
  use_stripe_sdk: 'supported',
} satisfies Record<keyof Stripe.PaymentIntentConfirmParams, 'supported' | 'unsupported'>

export function confirmIntent(call: Call): Outcome {
  const intent = findIntent(call)
  const problem = stateProblem('confirm', intent.status)
  if (problem) return refuseState(problem, intent, call)
  const card = findCard(call, intent)
  if (!card) return refuseState(NO_CARD, intent, call)
  const receipt = readText(call.form, 'receipt_email') ?? intent.receipt_email
  return confirmWithCard(call, { ...intent, receipt_email: receipt }, card)
}

const NO_CARD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken."

/** Returns the card given in the call, otherwise the card of the intent. */
export function findCard(call: Call, intent: Stripe.PaymentIntent | null): CardMethod | null {
  const data = readMap(call.form, 'payment_method_data')
  if (data) return createMethodFromData(data, call.by)
  const id = readText(call.form, 'payment_method') ?? intent?.payment_method
  if (typeof id !== 'string') return null
  const card = call.ledger.methods.get(id) ?? findMethodByToken(id)
  if (!card) throw notFoundError('PaymentMethod', id, 'payment_method')
  return card
}

/** Charges the card, or starts 3-D Secure if the card requires it. */
export function confirmWithCard(
  call: Call,
  intent: Stripe.PaymentIntent,
  card: CardMethod,
  priorChanges: Change[] = [],
): Outcome {
  const changes: Change[] = [...priorChanges, ['methods', card]]
  if (card.authenticates) return requireAuthentication(call, intent, card, changes)
  return finishConfirmation(call, intent, card, changes)
}

/** Charges the card, or holds the intent in processing if that fault is set. */
export function finishConfirmation(
  call: Call,
  intent: Stripe.PaymentIntent,
  card: CardMethod,
  priorChanges: Change[] = [],
): Outcome {
  if (call.faults.holdProcessing) return holdProcessing(call, intent, card, priorChanges)
  const charged = chargeCard(intent, card, call)
  const changes = [...priorChanges, ...charged.changes]
  if (charged.error) return refuseIntent(402, charged.error, charged.intent, call, changes)
  return { body: presentIntent(charged.intent, call.by), changes }
}

function requireAuthentication(
  call: Call,
  intent: Stripe.PaymentIntent,
  card: CardMethod,
  priorChanges: Change[],
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
    ...priorChanges,
    ['challenges', { id: source, intent: intent.id, method: card.id }],
    ['intents', waiting],
    ...createEvent('payment_intent.requires_action', waiting, call),
  ]
  return { body: presentIntent(waiting, call.by), changes }
}

function holdProcessing(
  call: Call,
  intent: Stripe.PaymentIntent,
  card: CardMethod,
  priorChanges: Change[],
): Outcome {
  const held: Stripe.PaymentIntent = {
    ...intent,
    last_payment_error: null,
    next_action: null,
    payment_method: card.id,
    status: 'processing',
  }
  const changes: Change[] = [
    ...priorChanges,
    ['intents', held],
    ...createEvent('payment_intent.processing', held, call),
  ]
  return { body: presentIntent(held, call.by), changes }
}
