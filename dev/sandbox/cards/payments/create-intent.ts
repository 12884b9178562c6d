import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { parameterError } from '../api/errors.ts'
import {
  type Form,
  readBoolean,
  readInteger,
  readMetadata,
  readRequiredText,
  readText,
  readTextList,
} from '../api/parameters.ts'
import type { Change } from '../card-store.ts'
import { eventChanges } from '../events.ts'
import { newId, nowInSeconds, nullFields } from '../stripe-values.ts'
import { confirmWithCard, findCard } from './confirm-intent.ts'
import { explainForbiddenAction, findIntent, refuseUnexpectedState } from './intents.ts'

export function createIntent(call: Call): Outcome {
  const card = findCard(call, null)
  const intent: Stripe.PaymentIntent = {
    ...newIntent(call.form),
    ...(card && { payment_method: card.id, status: 'requires_confirmation' as const }),
  }
  const createdChanges = eventChanges('payment_intent.created', intent, call)
  if (readBoolean(call.form, 'confirm')) {
    if (!card)
      throw parameterError(
        'payment_method',
        'Missing required param: payment_method.',
        'parameter_missing',
      )
    return confirmWithCard(call, intent, card, createdChanges)
  }
  const changes: Change[] = [['intents', intent], ...createdChanges]
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
    capture_method: 'automatic_async',
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
    status: 'requires_payment_method',

    ...nullFields('application', 'application_fee_amount', 'canceled_at'),
    ...nullFields('cancellation_reason', 'customer', 'customer_account'),
    ...nullFields('excluded_payment_method_types', 'last_payment_error'),
    ...nullFields('latest_charge', 'managed_payments', 'next_action', 'on_behalf_of'),
    ...nullFields('payment_method', 'payment_method_configuration_details'),
    ...nullFields('payment_record', 'processing', 'receipt_email', 'review'),
    ...nullFields('setup_future_usage', 'shipping', 'source', 'statement_descriptor'),
    ...nullFields('statement_descriptor_suffix', 'transfer_data', 'transfer_group'),
  } satisfies Stripe.PaymentIntent
}

function readAllowedTypes(form: Form): ['card'] | null {
  const types = readTextList(form, 'allowed_payment_method_types')
  if (types && (types.length !== 1 || types[0] !== 'card')) {
    throw parameterError('allowed_payment_method_types', 'The sandbox supports only cards.')
  }
  return types ? ['card'] : null
}

/** Updates an intent. Amount and currency can change only before the charge, the metadata at any time. */
export function updateIntent(call: Call): Outcome {
  const { form } = call
  const intent = findIntent(call)
  const changesMoney = form.amount !== undefined || form.currency !== undefined
  const problem = changesMoney ? explainForbiddenAction('update', intent.status) : null
  if (problem) return refuseUnexpectedState(problem, intent, call)
  const currency = readCurrency(readText(form, 'currency') ?? intent.currency)
  const amount = readInteger(form, 'amount') ?? intent.amount
  checkAmount(amount, currency)
  const updated = { ...intent, amount, currency, metadata: readMetadata(form, intent.metadata) }
  return { body: updated, changes: [['intents', updated]] }
}

const CURRENCIES = ['usd', 'eur', 'jpy']
/** Stripe's limits of an amount in these currencies, in the smallest unit. */
const [MINIMUM_AMOUNT, MAXIMUM_AMOUNT] = [50, 99_999_999]

function readCurrency(text: string): string {
  const currency = text.toLowerCase()
  if (CURRENCIES.includes(currency)) return currency
  const supported = CURRENCIES.join(', ')
  throw parameterError(
    'currency',
    `Invalid currency: ${currency}. The sandbox supports these currencies: ${supported}`,
  )
}

/** Throws if the amount is outside the provider's limits. */
function checkAmount(amount: number, currency: string) {
  if (amount < MINIMUM_AMOUNT) {
    const message = `Amount must be at least ${formatAmount(MINIMUM_AMOUNT, currency)}`
    throw parameterError('amount', message, 'amount_too_small')
  }
  if (amount > MAXIMUM_AMOUNT) {
    const message = `Amount must be no more than ${formatAmount(MAXIMUM_AMOUNT, currency)}`
    throw parameterError('amount', message, 'amount_too_large')
  }
}

/** Formats an amount like Stripe's messages: `$0.50 usd`. */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return `${format.format(amount / 10 ** digits)} ${currency}`
}
