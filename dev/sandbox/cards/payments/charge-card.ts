import type Stripe from 'stripe'
import type { Call, Outcome } from '../api/call.ts'
import type { StripeError } from '../api/errors.ts'
import { listPage, selectOfIntent } from '../api/expand.ts'
import type { Change } from '../card-store.ts'
import { type EventRequest, eventChanges } from '../events.ts'
import { newId, nowInSeconds, nullFields } from '../stripe-values.ts'
import type { CardMethod, Decline } from './card-methods.ts'

type ChargeResult = {
  intent: Stripe.PaymentIntent
  changes: Change[]
  /** Null if the charge succeeded. */
  error: StripeError | null
}

/** Charges the card. The intent succeeds or requires another payment method. */
export function chargeCard(
  intent: Stripe.PaymentIntent,
  card: CardMethod,
  cause: EventRequest,
): ChargeResult {
  return card.decline
    ? applyDecline(intent, card, card.decline, cause)
    : applyPayment(intent, card, cause)
}

function applyPayment(
  intent: Stripe.PaymentIntent,
  card: CardMethod,
  cause: EventRequest,
): ChargeResult {
  const charge = createCharge(intent, card, null)
  const next: Stripe.PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: card.id,
    status: 'succeeded',
  }
  const changes: Change[] = [
    ['charges', charge],
    ['intents', next],
    ...eventChanges('charge.succeeded', charge, cause),
    ...eventChanges('payment_intent.succeeded', next, cause),
  ]
  return { intent: next, changes, error: null }
}

function applyDecline(
  intent: Stripe.PaymentIntent,
  card: CardMethod,
  decline: Decline,
  cause: EventRequest,
): ChargeResult {
  const charge = createCharge(intent, card, decline)
  const error: StripeError = {
    type: 'card_error',
    charge: charge.id,
    code: decline.code,
    decline_code: decline.declineCode,
    doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
    message: decline.message,
    ...(decline.code === 'incorrect_cvc' && { param: 'cvc' }),
    payment_method: card.method,
  }
  const next = withPaymentFailure({ ...intent, latest_charge: charge.id }, error)
  const changes: Change[] = [
    ['charges', charge],
    ['intents', next],
    ...eventChanges('charge.failed', charge, cause),
    ...eventChanges('payment_intent.payment_failed', next, cause),
  ]
  return { intent: next, changes, error }
}

/** Records that the customer failed 3-D Secure. */
export function failAuthentication(
  intent: Stripe.PaymentIntent,
  card: CardMethod,
  cause: EventRequest,
): ChargeResult {
  const error: StripeError = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: card.method,
  }
  const next = withPaymentFailure(intent, error)
  const changes: Change[] = [
    ['intents', next],
    ...eventChanges('payment_intent.payment_failed', next, cause),
  ]
  return { intent: next, changes, error }
}

function withPaymentFailure(
  intent: Stripe.PaymentIntent,
  error: StripeError,
): Stripe.PaymentIntent {
  const { payment_intent: _, ...lastError } = error
  return {
    ...intent,
    last_payment_error: lastError,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
}

function createCharge(intent: Stripe.PaymentIntent, card: CardMethod, decline: Decline | null) {
  const { method } = card
  const cardDetails = method.card
  return {
    id: newId('ch_3'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    calculated_statement_descriptor: decline ? null : 'STRIPE',
    captured: !decline,
    created: nowInSeconds(),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: card.id,
    payment_method_details: {
      card: {
        amount_authorized: decline ? null : intent.amount,
        brand: cardDetails?.brand ?? null,
        checks: cardDetails?.checks ?? null,
        country: cardDetails?.country ?? null,
        exp_month: cardDetails?.exp_month ?? 0,
        exp_year: cardDetails?.exp_year ?? 0,
        fingerprint: cardDetails?.fingerprint ?? null,
        funding: cardDetails?.funding ?? null,
        last4: cardDetails?.last4 ?? null,
        network: cardDetails?.brand ?? null,
        regulated_status: 'unregulated',

        ...nullFields('authorization_code', 'electronic_commerce_indicator'),
        ...nullFields('installments', 'mandate', 'network_transaction_id'),
        ...nullFields('three_d_secure', 'transaction_link_id', 'wallet'),
      },
      type: 'card',
    },
    receipt_email: intent.receipt_email,
    refunded: false,
    status: decline ? 'failed' : 'succeeded',

    ...nullFields('application', 'application_fee', 'application_fee_amount'),
    ...nullFields('balance_transaction', 'customer', 'failure_balance_transaction'),
    ...nullFields('on_behalf_of', 'receipt_number', 'receipt_url', 'review'),
    ...nullFields('shipping', 'source', 'source_transfer', 'statement_descriptor'),
    ...nullFields('statement_descriptor_suffix', 'transfer_data', 'transfer_group'),
  } satisfies Stripe.Charge
}

function outcomeOf(decline: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: decline ? 'The bank declined the payment.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  }
}

export const listCharges = ({ store, form }: Call): Outcome => ({
  body: listPage(selectOfIntent(store.charges, form), form, '/v1/charges'),
})
