import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import type { Form } from '../api/form.ts'
import {
  flag,
  integer,
  map,
  metadata,
  oneOf,
  requiredText,
  text,
  texts,
} from '../api/parameters.ts'
import { badParameter } from '../api/refusals.ts'
import { event } from '../events.ts'
import { newId, seconds } from '../ids.ts'
import type { Change } from '../ledger.ts'
import { checkAmount, readCurrency } from './amounts.ts'
import { cardToUse, confirmWith } from './confirm-intent.ts'

export const createParameters = {
  allowed_payment_method_types: 'done',
  amount: 'done',
  amount_details: 'not done',
  application_fee_amount: 'not done',
  automatic_payment_methods: 'done',
  capture_method: 'done',
  confirm: 'done',
  confirmation_method: 'done',
  confirmation_token: 'not done',
  currency: 'done',
  customer: 'not done',
  customer_account: 'not done',
  description: 'done',
  error_on_requires_action: 'not done',
  excluded_payment_method_types: 'not done',
  expand: 'done',
  hooks: 'not done',
  mandate: 'not done',
  mandate_data: 'not done',
  metadata: 'done',
  off_session: 'not done',
  on_behalf_of: 'not done',
  payment_details: 'not done',
  payment_method: 'done',
  payment_method_configuration: 'not done',
  payment_method_data: 'not done',
  payment_method_options: 'not done',
  radar_options: 'not done',
  receipt_email: 'done',
  return_url: 'done',
  setup_future_usage: 'not done',
  shipping: 'not done',
  statement_descriptor: 'not done',
  statement_descriptor_suffix: 'done',
  transfer_data: 'not done',
  transfer_group: 'not done',
  use_stripe_sdk: 'done',
} satisfies Record<keyof Stripe.PaymentIntentCreateParams, 'done' | 'not done'>

export function createIntent(call: Call): Outcome {
  const card = cardToUse(call, null)
  const intent: Stripe.PaymentIntent = {
    ...newIntent(call.form),
    ...(card && { payment_method: card.id, status: 'requires_confirmation' as const }),
  }
  const created = event('payment_intent.created', intent, call)
  if (flag(call.form, 'confirm')) {
    if (!card)
      throw badParameter(
        'payment_method',
        'Missing required param: payment_method.',
        'parameter_missing',
      )
    return confirmWith(call, intent, card, created)
  }
  const changes: Change[] = [['intents', intent], ...created]
  if (card) changes.unshift(['methods', card])
  return { body: intent, changes }
}

function newIntent(form: Form) {
  const amount = integer(form, 'amount')
  if (amount === undefined) {
    throw badParameter('amount', 'Missing required param: amount.', 'parameter_missing')
  }
  const currency = readCurrency(requiredText(form, 'currency'))
  checkAmount(amount, currency)
  oneOf(form, 'confirmation_method', ['automatic'])
  const types = allowedTypes(form)
  const id = newId('pi_3')

  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: types,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: types ? null : { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method:
      oneOf(form, 'capture_method', ['automatic', 'automatic_async']) ?? 'automatic_async',
    client_secret: `${id}_secret_${newId('', 25)}`,
    confirmation_method: 'automatic',
    created: seconds(),
    currency,
    customer: null,
    customer_account: null,
    description: text(form, 'description') ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: metadata(form),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: receiptEmail(form),
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: text(form, 'statement_descriptor_suffix', 22) ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent
}

function allowedTypes(form: Form): ['card'] | null {
  const types = texts(form, 'allowed_payment_method_types')
  const automatic = map(form, 'automatic_payment_methods')
  if (automatic && types) {
    throw badParameter(
      'automatic_payment_methods',
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
      'parameters_exclusive',
    )
  }
  if (types && (types.length !== 1 || types[0] !== 'card')) {
    throw badParameter('allowed_payment_method_types', "The sandbox's stand-in takes only cards.")
  }
  return types ? ['card'] : null
}

export function receiptEmail(form: Form): string | null {
  const email = text(form, 'receipt_email', 512)
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw badParameter('receipt_email', `Invalid email address: ${email}`, 'email_invalid')
  }
  return email ?? null
}
