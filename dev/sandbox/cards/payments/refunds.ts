import type Stripe from 'stripe'
import { type Call, createRefusal, type Outcome } from '../api/call.ts'
import { notFoundError } from '../api/errors.ts'
import { listPage, selectOfIntent } from '../api/expand.ts'
import { readInteger, readRequiredText } from '../api/parameters.ts'
import { eventChanges } from '../events.ts'
import { newId, nowInSeconds, nullFields } from '../stripe-values.ts'
import { formatAmount } from './create-intent.ts'

/** Refunds the charge of an intent: the given amount, or by default the whole unrefunded amount. */
export function createRefund(call: Call): Outcome {
  const { charge, refused: notFound } = findChargeToRefund(call)
  if (notFound) return notFound
  const remaining = charge.amount_captured - charge.amount_refunded
  const amount = readInteger(call.form, 'amount') ?? remaining
  const refused = findRefundRefusal(charge, amount, remaining)
  if (refused) return refused

  const refund = {
    id: newId('re_3'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    status: 'succeeded',

    ...nullFields('balance_transaction', 'customer', 'customer_account'),
    ...nullFields('reason', 'receipt_number', 'source_transfer_reversal', 'transfer_reversal'),
  } satisfies Stripe.Refund
  const refunded = charge.amount_refunded + amount
  const after = {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  }
  return {
    body: refund,
    changes: [
      ['refunds', refund],
      ['charges', after],
      ...eventChanges('refund.created', refund, call),
      ...eventChanges('charge.refunded', after, call),
    ],
  }
}

type ChargeToRefund =
  | { charge: Stripe.Charge; refused?: never }
  | { charge?: never; refused: Outcome }

/** Finds the successful charge of an intent. Returns a refusal if there is none. */
function findChargeToRefund({ store, form }: Call): ChargeToRefund {
  const intentId = readRequiredText(form, 'payment_intent')
  const intent = store.intents.get(intentId)
  if (!intent) throw notFoundError('payment_intent', intentId)
  const charge = store.charges.get(String(intent.latest_charge))
  if (intent.status === 'succeeded' && charge) return { charge }
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`
  const error = { type: 'invalid_request_error', message, param: 'payment_intent' } as const
  return { refused: createRefusal(400, error) }
}

/** Returns the refusal of a refund that the charge does not allow, or null. */
function findRefundRefusal(
  charge: Stripe.Charge,
  amount: number,
  remaining: number,
): Outcome | null {
  const type = 'invalid_request_error'
  if (charge.refunded) {
    const message = `Charge ${charge.id} has already been refunded.`
    return createRefusal(400, { type, code: 'charge_already_refunded', message })
  }
  if (amount < 1)
    return createRefusal(400, { type, message: 'Invalid positive integer', param: 'amount' })
  if (amount > remaining) {
    const [requestedAmount, remainingAmount] = [amount, remaining].map((cents) =>
      formatAmount(cents, charge.currency),
    )
    const message = `Refund amount (${requestedAmount}) is greater than unrefunded amount on charge (${remainingAmount})`
    return createRefusal(400, { type, message, param: 'amount' })
  }
  return null
}

export const listRefunds = ({ store, form }: Call): Outcome => ({
  body: listPage(selectOfIntent(store.refunds, form), form, '/v1/refunds'),
})

export const listDisputes = ({ store, form }: Call): Outcome => ({
  body: listPage(selectOfIntent(store.disputes, form), form, '/v1/disputes'),
})
