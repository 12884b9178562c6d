import type Stripe from 'stripe'
import { type Call, createRefusal, type Outcome } from '../api/call.ts'
import { notFoundError, parameterError, type StripeError } from '../api/errors.ts'
import { listPage } from '../api/expand.ts'
import { readInteger, readRequiredText, readText } from '../api/parameters.ts'
import type { Change } from '../card-store.ts'
import { eventChanges } from '../events.ts'
import { nowInSeconds } from '../stripe-values.ts'

/** Returns the intent in the path. A browser must also send its client secret. */
export function findIntent({ store, id, apiKeyKind, form }: Call): Stripe.PaymentIntent {
  const intent = store.intents.get(id)
  if (!intent) throw notFoundError('payment_intent', id, 'intent')
  if (apiKeyKind === 'publishable' && readText(form, 'client_secret') !== intent.client_secret) {
    throw parameterError(
      'client_secret',
      'The client_secret provided does not match the client_secret associated with this PaymentIntent.',
      'payment_intent_invalid_parameter',
    )
  }
  return intent
}

/** Returns the intent with the fields that the caller may see. Browsers see fewer. */
export function presentIntent(intent: Stripe.PaymentIntent, apiKeyKind: Call['apiKeyKind']) {
  if (apiKeyKind === 'secret') return intent
  const names = [
    'id',
    'object',
    'amount',
    'automatic_payment_methods',
    'canceled_at',
    'cancellation_reason',
    'capture_method',
    'client_secret',
    'confirmation_method',
    'created',
    'currency',
    'description',
    'last_payment_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_types',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'source',
    'status',
  ] as (keyof Stripe.PaymentIntent)[]
  return Object.fromEntries(names.map((name) => [name, intent[name]]))
}

/** Creates a refusal that contains the current intent, as Stripe does. */
export function refuseIntent(
  status: 400 | 402,
  error: StripeError,
  intent: Stripe.PaymentIntent,
  call: Call,
  changes: Change[] = [],
) {
  return createRefusal(
    status,
    { ...error, payment_intent: presentIntent(intent, call.apiKeyKind) },
    changes,
  )
}

/** Creates the refusal of an operation that the status of the intent forbids. */
export function refuseUnexpectedState(message: string, intent: Stripe.PaymentIntent, call: Call) {
  const code = 'payment_intent_unexpected_state'
  return refuseIntent(400, { type: 'invalid_request_error', code, message }, intent, call)
}

type Status = Stripe.PaymentIntent.Status
type Action = 'confirm' | 'cancel' | 'update'

/** The statuses in which Stripe confirms, cancels and updates an intent. It never does so in `processing`. */
const openStatuses: Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]

const verbs: Record<Action, [verb: string, participle: string]> = {
  confirm: ['confirm', 'confirmed'],
  cancel: ['cancel', 'canceled'],
  update: ['update', 'updated'],
}

/** Returns Stripe's error message if the status forbids the action, otherwise null. */
export function explainForbiddenAction(action: Action, status: Status): string | null {
  if (openStatuses.includes(status)) return null
  if (action === 'confirm' && status === 'succeeded') {
    return 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
  }
  const [verb, participle] = verbs[action]
  return `You cannot ${verb} this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be ${participle}: ${openStatuses.join(', ')}.`
}

export function retrieveIntent(call: Call): Outcome {
  return { body: presentIntent(findIntent(call), call.apiKeyKind) }
}

export function listIntents({ store, form }: Call): Outcome {
  return { body: listPage([...store.intents.values()], form, '/v1/payment_intents') }
}

/** The only supported query of Stripe's search language. */
const BY_METADATA = /^metadata\[(["'])([^"']+)\1\]:(["'])([^"']*)\3$/

/** Finds intents by a metadata value, newest first. Returns a single page. */
export function searchIntents({ store, form }: Call): Outcome {
  const [, , name = '', , value] = BY_METADATA.exec(readRequiredText(form, 'query')) ?? []
  if (value === undefined) {
    throw parameterError(
      'query',
      "The sandbox supports only queries of the form metadata['name']:'value'.",
    )
  }
  const found = [...store.intents.values()].filter(({ metadata }) => metadata[name] === value)
  const data = found.reverse().slice(0, readInteger(form, 'limit') ?? 10)
  const url = '/v1/payment_intents/search'
  return { body: { object: 'search_result', data, has_more: false, next_page: null, url } }
}

export function cancelIntent(call: Call): Outcome {
  const intent = findIntent(call)
  const problem = explainForbiddenAction('cancel', intent.status)
  if (problem) return refuseUnexpectedState(problem, intent, call)
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    canceled_at: nowInSeconds(),
    next_action: null,
    status: 'canceled',
  }
  const changes = eventChanges('payment_intent.canceled', canceled, call)
  return { body: canceled, changes: [['intents', canceled], ...changes] }
}
