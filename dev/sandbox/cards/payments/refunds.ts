import type Stripe from 'stripe'
import { type Call, type Outcome, refusal } from '../api/call.ts'
import { listPage } from '../api/list.ts'
import { integer, metadata, oneOf, text } from '../api/parameters.ts'
import { badParameter, noSuch } from '../api/refusals.ts'
import { event } from '../events.ts'
import { newId, seconds } from '../ids.ts'
import { shown } from './amounts.ts'

export const createRefundParameters = {
  amount: 'done',
  charge: 'done',
  currency: 'not done',
  customer: 'not done',
  expand: 'done',
  instructions_email: 'not done',
  metadata: 'done',
  origin: 'not done',
  payment_intent: 'done',
  reason: 'done',
  refund_application_fee: 'not done',
  reverse_transfer: 'not done',
} satisfies Record<keyof Stripe.RefundCreateParams, 'done' | 'not done'>

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

/** Gives money of one charge back, at most what is left of it. */
export function createRefund(call: Call): Outcome {
  const { charge, refused } = chargeToRefund(call)
  if (refused) return refused
  const left = charge.amount_captured - charge.amount_refunded
  const amount = integer(call.form, 'amount') ?? left
  const reason = oneOf(call.form, 'reason', reasons) ?? null
  const forbidden = refundRefusal(charge, amount, left)
  if (forbidden) return forbidden

  const refund = {
    id: newId('re_3'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata: metadata(call.form),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
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
      ...event('refund.created', refund, call),
      ...event('charge.refunded', after, call),
    ],
  }
}

type Found = { charge: Stripe.Charge; refused?: never } | { charge?: never; refused: Outcome }

function chargeToRefund({ ledger, form }: Call): Found {
  const chargeId = text(form, 'charge') ?? ''
  const intentId = text(form, 'payment_intent') ?? ''
  if (!chargeId === !intentId) {
    throw badParameter('payment_intent', 'You must provide either a charge or a payment_intent.')
  }
  if (chargeId) {
    const charge = ledger.charges.get(chargeId)
    if (!charge) throw noSuch('charge', chargeId)
    return { charge }
  }
  const intent = ledger.intents.get(intentId)
  if (!intent) throw noSuch('payment_intent', intentId)
  const charge = ledger.charges.get(String(intent.latest_charge))
  if (intent.status === 'succeeded' && charge) return { charge }
  const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`
  const error = { type: 'invalid_request_error', message, param: 'payment_intent' } as const
  return { refused: refusal(400, error) }
}

function refundRefusal(charge: Stripe.Charge, amount: number, left: number): Outcome | null {
  const type = 'invalid_request_error'
  if (!charge.paid) {
    const message = `Charge ${charge.id} was not successful and cannot be refunded.`
    return refusal(400, { type, code: 'charge_not_refundable', message })
  }
  if (charge.refunded) {
    const message = `Charge ${charge.id} has already been refunded.`
    return refusal(400, { type, code: 'charge_already_refunded', message })
  }
  if (amount < 1)
    return refusal(400, { type, message: 'Invalid positive integer', param: 'amount' })
  if (amount > left) {
    const [wanted, rest] = [amount, left].map((cents) => shown(cents, charge.currency))
    const message = `Refund amount (${wanted}) is greater than unrefunded amount on charge (${rest})`
    return refusal(400, { type, message, param: 'amount' })
  }
  return null
}

export function retrieveRefund({ ledger, id }: Call): Outcome {
  const refund = ledger.refunds.get(id)
  if (!refund) throw noSuch('refund', id, 'id')
  return { body: refund }
}

export const listRefundsParameters = {
  charge: 'done',
  created: 'done',
  ending_before: 'done',
  expand: 'done',
  limit: 'done',
  payment_intent: 'done',
  starting_after: 'done',
} satisfies Record<keyof Stripe.RefundListParams, 'done' | 'not done'>

export function listRefunds({ ledger, form }: Call): Outcome {
  const charge = text(form, 'charge')
  const intent = text(form, 'payment_intent')
  const refunds = [...ledger.refunds.values()].filter(
    (refund) =>
      (charge === undefined || refund.charge === charge) &&
      (intent === undefined || refund.payment_intent === intent),
  )
  return { body: listPage(refunds, form, '/v1/refunds') }
}
