import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { parameterError } from '../api/errors.ts'
import {
  type Form,
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
import { newId, nowInSeconds, nullFields } from '../ids.ts'
import type { Change } from '../ledger.ts'
import { createMethodFromData } from './card-methods.ts'
import { confirmWithCard, findCard } from './confirm-intent.ts'
import { findIntent, refuseState, stateProblem } from './intents.ts'

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
    automatic_payment_methods: types ? null : { allow_redirects: 'always', enabled: true },
    capture_method:
      readEnum(form, 'capture_method', ['automatic', 'automatic_async']) ?? 'automatic_async',
    client_secret: `${id}_secret_${newId('', 25)}`,
    confirmation_method: 'automatic',
    created: nowInSeconds(),
    currency,
    description: readText(form, 'description') ?? null,
    livemode: false,
    metadata: readMetadata(form),
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    receipt_email: readReceiptEmail(form),
    statement_descriptor_suffix: readText(form, 'statement_descriptor_suffix', 22) ?? null,
    status: 'requires_payment_method',

    ...nullFields('application', 'application_fee_amount', 'canceled_at'),
    ...nullFields('cancellation_reason', 'customer', 'customer_account'),
    ...nullFields('excluded_payment_method_types', 'last_payment_error'),
    ...nullFields('latest_charge', 'managed_payments', 'next_action', 'on_behalf_of'),
    ...nullFields('payment_method', 'payment_method_configuration_details'),
    ...nullFields('payment_record', 'processing', 'review', 'setup_future_usage'),
    ...nullFields('shipping', 'source', 'statement_descriptor', 'transfer_data'),
    ...nullFields('transfer_group'),
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

function readReceiptEmail(form: Form): string | null {
  const email = readText(form, 'receipt_email', 512)
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw parameterError('receipt_email', `Invalid email address: ${email}`, 'email_invalid')
  }
  return email ?? null
}

/** Updates an intent. Amount and currency can change only before the charge, other fields at any time. */
export function updateIntent(call: Call): Outcome {
  const { form } = call
  const intent = findIntent(call)
  const changesMoney = form.amount !== undefined || form.currency !== undefined
  const problem = changesMoney ? stateProblem('update', intent.status) : null
  if (problem) return refuseState(problem, intent, call)

  const currency = readCurrency(readText(form, 'currency') ?? intent.currency)
  const amount = readInteger(form, 'amount') ?? intent.amount
  checkAmount(amount, currency)
  const updated: Stripe.PaymentIntent = {
    ...intent,
    amount,
    currency,
    description:
      form.description === undefined ? intent.description : (readText(form, 'description') ?? null),
    metadata: readMetadata(form, intent.metadata),
    receipt_email: form.receipt_email === undefined ? intent.receipt_email : readReceiptEmail(form),
  }
  return { body: updated, changes: [['intents', updated]] }
}

/** Stripe's minimum charge amounts, in the currency's smallest unit. */
const minimumAmounts: Record<string, number> = {
  usd: 50,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  nok: 300,
  nzd: 50,
  pln: 200,
  sek: 300,
  sgd: 50,
}
const MAXIMUM_AMOUNT = 99_999_999

function readCurrency(text: string): string {
  const currency = text.toLowerCase()
  if (Object.hasOwn(minimumAmounts, currency)) return currency
  const supported = Object.keys(minimumAmounts).join(', ')
  throw parameterError(
    'currency',
    `Invalid currency: ${currency}. Stripe currently supports these currencies: ${supported}`,
  )
}

/** Throws if the amount is outside the provider's limits. */
function checkAmount(amount: number, currency: string) {
  if (amount < 1) {
    throw parameterError(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    )
  }
  const minimum = minimumAmounts[currency] ?? 0
  if (amount < minimum) {
    throw parameterError(
      'amount',
      `Amount must be at least ${formatAmount(minimum, currency)}`,
      'amount_too_small',
    )
  }
  if (amount > MAXIMUM_AMOUNT) {
    throw parameterError(
      'amount',
      `Amount must be no more than ${formatAmount(MAXIMUM_AMOUNT, currency)}`,
      'amount_too_large',
    )
  }
}

/** Formats an amount like Stripe's messages: `$0.50 usd`. */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return `${format.format(amount / 10 ** digits)} ${currency}`
}

/** Stores a card from the browser for a later confirmation. */
export function createMethod({ form, by }: Call): Outcome {
  const card = createMethodFromData(form, by)
  return { body: card.method, changes: [['methods', card]] }
}
