import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { parameterError } from '../api/errors.ts'
import type { Form } from '../api/form.ts'
import {
  readBoolean,
  readEnum,
  readInteger,
  readMap,
  readMetadata,
  readRequiredText,
  readText,
  readTextList,
} from '../api/parameters.ts'
import { createEvent } from '../events.ts'
import { newId, nowInSeconds } from '../ids.ts'
import type { Change } from '../ledger.ts'
import { checkAmount, readCurrency } from './amounts.ts'
import { confirmWithCard, findCard } from './confirm-intent.ts'

export const createParameters = {
  allowed_payment_method_types: 'supported',
  amount: 'supported',
  amount_details: 'unsupported',
  application_fee_amount: 'unsupported',
  automatic_payment_methods: 'supported',
  capture_method: 'supported',
  confirm: 'supported',
  confirmation_method: 'supported',
  confirmation_token: 'unsupported',
  currency: 'supported',
  customer: 'unsupported',
  customer_account: 'unsupported',
  description: 'supported',
  error_on_requires_action: 'unsupported',
  excluded_payment_method_types: 'unsupported',
  expand: 'supported',
  hooks: 'unsupported',
  mandate: 'unsupported',
  mandate_data: 'unsupported',
  metadata: 'supported',
  off_session: 'unsupported',
  on_behalf_of: 'unsupported',
  payment_details: 'unsupported',
  payment_method: 'supported',
  payment_method_configuration: 'unsupported',
  payment_method_data: 'unsupported',
  payment_method_options: 'unsupported',
  radar_options: 'unsupported',
  receipt_email: 'supported',
  return_url: 'supported',
  setup_future_usage: 'unsupported',
  shipping: 'unsupported',
  statement_descriptor: 'unsupported',
  statement_descriptor_suffix: 'supported',
  transfer_data: 'unsupported',
  transfer_group: 'unsupported',
  use_stripe_sdk: 'supported',
} satisfies Record<keyof Stripe.PaymentIntentCreateParams, 'supported' | 'unsupported'>

export function createIntent(call: Call): Outcome {
  const card = findCard(call, null)
  const intent: Stripe.PaymentIntent = {
    ...newIntent(call.form),
    ...(card && { payment_method: card.id, status: 'requires_confirmation' as const }),
  }
  const created = createEvent('payment_intent.created', intent, call)
  if (readBoolean(call.form, 'confirm')) {
    if (!card)
      throw parameterError(
        'payment_method',
        'Missing required param: payment_method.',
        'parameter_missing',
      )
    return confirmWithCard(call, intent, card, created)
  }
  const changes: Change[] = [['intents', intent], ...created]
  if (card) changes.unshift(['methods', card])
  return { body: intent, changes }
}

function newIntent(form: Form) {
  const amount = readInteger(form, 'amount')
  if (amount === undefined) {
    throw parameterError('amount', 'Missing required param: amount.', 'parameter_missing')
  }
  const currency = readCurrency(readRequiredText(form, 'currency'))
  checkAmount(amount, currency)
  readEnum(form, 'confirmation_method', ['automatic'])
  const types = readAllowedTypes(form)
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
      readEnum(form, 'capture_method', ['automatic', 'automatic_async']) ?? 'automatic_async',
    client_secret: `${id}_secret_${newId('', 25)}`,
    confirmation_method: 'automatic',
    created: nowInSeconds(),
    currency,
    customer: null,
    customer_account: null,
    description: readText(form, 'description') ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: readMetadata(form),
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
    receipt_email: readReceiptEmail(form),
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: readText(form, 'statement_descriptor_suffix', 22) ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent
}

function readAllowedTypes(form: Form): ['card'] | null {
  const types = readTextList(form, 'allowed_payment_method_types')
  const automatic = readMap(form, 'automatic_payment_methods')
  if (automatic && types) {
    throw parameterError(
      'automatic_payment_methods',
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
      'parameters_exclusive',
    )
  }
  if (types && (types.length !== 1 || types[0] !== 'card')) {
    throw parameterError('allowed_payment_method_types', 'The sandbox supports only cards.')
  }
  return types ? ['card'] : null
}

export function readReceiptEmail(form: Form): string | null {
  const email = readText(form, 'receipt_email', 512)
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw parameterError('receipt_email', `Invalid email address: ${email}`, 'email_invalid')
  }
  return email ?? null
}
