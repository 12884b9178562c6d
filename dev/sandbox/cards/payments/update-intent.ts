import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import { readInteger, readMetadata, readText } from '../api/parameters.ts'
import { checkAmount, readCurrency } from './amounts.ts'
import { readReceiptEmail } from './create-intent.ts'
import { findIntent, refuseState } from './find-intent.ts'
import { stateProblem } from './transitions.ts'

export const updateParameters = {
  allowed_payment_method_types: 'unsupported',
  amount: 'supported',
  amount_details: 'unsupported',
  application_fee_amount: 'unsupported',
  capture_method: 'unsupported',
  currency: 'supported',
  customer: 'unsupported',
  customer_account: 'unsupported',
  description: 'supported',
  excluded_payment_method_types: 'unsupported',
  expand: 'supported',
  hooks: 'unsupported',
  metadata: 'supported',
  payment_details: 'unsupported',
  payment_method: 'unsupported',
  payment_method_configuration: 'unsupported',
  payment_method_data: 'unsupported',
  payment_method_options: 'unsupported',
  receipt_email: 'supported',
  setup_future_usage: 'unsupported',
  shipping: 'unsupported',
  statement_descriptor: 'unsupported',
  statement_descriptor_suffix: 'unsupported',
  transfer_data: 'unsupported',
  transfer_group: 'unsupported',
} satisfies Record<keyof Stripe.PaymentIntentUpdateParams, 'supported' | 'unsupported'>

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
