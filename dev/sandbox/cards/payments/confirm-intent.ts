import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { notFoundError, parameterError } from '../api/errors.ts'
import { readEnum, readMap, readRequiredText, readText } from '../api/parameters.ts'
import type { Change } from '../card-store.ts'
import { eventChanges } from '../events.ts'
import { newId } from '../stripe-values.ts'
import { type CardMethod, createMethodFromData, findMethodByToken } from './card-methods.ts'
import { chargeCard, failAuthentication } from './charge-card.ts'
import {
  explainForbiddenAction,
  findIntent,
  presentIntent,
  refuseIntent,
  refuseUnexpectedState,
} from './intents.ts'

export function confirmIntent(call: Call): Outcome {
  const intent = findIntent(call)
  const problem = explainForbiddenAction('confirm', intent.status)
  if (problem) return refuseUnexpectedState(problem, intent, call)
  const card = findCard(call, intent)
  if (!card) return refuseUnexpectedState(NO_CARD, intent, call)
  return confirmWithCard(call, intent, card)
}

const NO_CARD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken."

/** Returns the card given in the call, otherwise the card of the intent. */
export function findCard(call: Call, intent: Stripe.PaymentIntent | null): CardMethod | null {
  const data = readMap(call.form, 'payment_method_data')
  if (data) return createMethodFromData(data, call.apiKeyKind)
  const id = readText(call.form, 'payment_method') ?? intent?.payment_method
  if (typeof id !== 'string') return null
  const card = call.store.methods.get(id) ?? findMethodByToken(id)
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
  if (card.authenticates) return startChallenge(call, intent, card, changes)
  return finishConfirmation(call, intent, card, changes)
}

/**
 * Charges the card. If the fault `holdProcessing` is set, the intent stays in processing instead.
 */
function finishConfirmation(
  call: Call,
  intent: Stripe.PaymentIntent,
  card: CardMethod,
  priorChanges: Change[] = [],
): Outcome {
  if (call.faults.holdProcessing) return holdProcessing(call, intent, card, priorChanges)
  const charged = chargeCard(intent, card, call)
  const changes = [...priorChanges, ...charged.changes]
  if (charged.error) return refuseIntent(402, charged.error, charged.intent, call, changes)
  return { body: presentIntent(charged.intent, call.apiKeyKind), changes }
}

/** Makes the intent wait for the bank's page, on which the customer authenticates. */
function startChallenge(
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
    ...eventChanges('payment_intent.requires_action', waiting, call),
  ]
  return { body: presentIntent(waiting, call.apiKeyKind), changes }
}

/** Leaves the intent in `processing` until a test releases it. */
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
    ...eventChanges('payment_intent.processing', held, call),
  ]
  return { body: presentIntent(held, call.apiKeyKind), changes }
}

/** Processes the result from the bank's page: charges the card, or requires another card. */
export function answerChallenge(call: Call): Outcome {
  const { store, form } = call
  const source = readRequiredText(form, 'source')
  const outcome = readEnum(form, 'outcome', ['authenticated', 'failed'])
  const challenge = store.challenges.get(source)
  const intent = challenge && store.intents.get(challenge.intent)
  const card = challenge && store.methods.get(challenge.method)
  if (!intent || !card) throw notFoundError('source', source)
  if (readText(form, 'client_secret') !== intent.client_secret) {
    throw parameterError('client_secret', 'The client_secret does not belong to this challenge.')
  }
  if (intent.next_action?.use_stripe_sdk?.source !== source) {
    return refuseUnexpectedState('This challenge is no longer pending.', intent, call)
  }
  if (outcome === 'authenticated') {
    const finished = finishConfirmation(call, intent, card)
    // The bank's page learns only that the challenge has ended. The intent contains the result of
    // the payment.
    return { ...finished, status: 200, body: { object: 'three_d_secure', state: 'succeeded' } }
  }
  const failed = failAuthentication(intent, card, call)
  return { body: presentIntent(failed.intent, call.apiKeyKind), changes: failed.changes }
}
