import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { integer, metadata, text } from '../api/parameters.ts'
import { checkAmount, readCurrency } from './amounts.ts'
import { receiptEmail } from './create-intent.ts'
import { findIntent, refuseState } from './find-intent.ts'
import { unexpectedState } from './transitions.ts'

export const updateParameters = {
  allowed_payment_method_types: 'not done',
  amount: 'done',
  amount_details: 'not done',
  application_fee_amount: 'not done',
  capture_method: 'not done',
  currency: 'done',
  customer: 'not done',
  customer_account: 'not done',
  description: 'done',
  excluded_payment_method_types: 'not done',
  expand: 'done',
  hooks: 'not done',
  metadata: 'done',
  payment_details: 'not done',
  payment_method: 'not done',
  payment_method_configuration: 'not done',
  payment_method_data: 'not done',
  payment_method_options: 'not done',
  receipt_email: 'done',
  setup_future_usage: 'not done',
  shipping: 'not done',
  statement_descriptor: 'not done',
  statement_descriptor_suffix: 'not done',
  transfer_data: 'not done',
  transfer_group: 'not done',
} satisfies Record<keyof Stripe.PaymentIntentUpdateParams, 'done' | 'not done'>

/** Changes an intent. What only describes it may change at any time, the money only before it moves. */
export function updateIntent(call: Call): Outcome {
  const { form } = call
  const intent = findIntent(call)
  const money = form.amount !== undefined || form.currency !== undefined
  const forbidden = money ? unexpectedState('update', intent.status) : null
  if (forbidden) return refuseState(forbidden, intent, call)

  const currency = readCurrency(text(form, 'currency') ?? intent.currency)
  const amount = integer(form, 'amount') ?? intent.amount
  checkAmount(amount, currency)
  const updated: Stripe.PaymentIntent = {
    ...intent,
    amount,
    currency,
    description:
      form.description === undefined ? intent.description : (text(form, 'description') ?? null),
    metadata: metadata(form, intent.metadata),
    receipt_email: form.receipt_email === undefined ? intent.receipt_email : receiptEmail(form),
  }
  return { body: updated, changes: [['intents', updated]] }
}
