import type { Order } from '@freehub/contract/orders/orders'
import type { PaymentIntentResult, Stripe, StripeCardElement } from '@stripe/stripe-js'

/** `renew`: the intent is dead, and another must be asked for before the next attempt. */
export type Payment = { transactionId: string } | { refused: string; renew: boolean }

/**
 * Asks the provider to charge the card, the bank's own question (3-D Secure) included. A refusal is
 * in the provider's words, and the same intent can be tried again.
 */
export async function confirmPayment(
  stripe: Pick<Stripe, 'confirmCardPayment'>,
  card: StripeCardElement,
  clientSecret: string,
  { name, email, phone }: Pick<Order, 'name' | 'email' | 'phone'>,
): Promise<Payment> {
  try {
    const billing_details = { name, email, phone }
    const payment_method = { card, billing_details }
    return readResult(await stripe.confirmCardPayment(clientSecret, { payment_method }))
  } catch {
    return refusal('The card provider’s answer was lost. Press Pay again: you are charged once.')
  }
}

/** An intent that had succeeded before, its answer being lost on the way, is a success too. */
function readResult({ paymentIntent, error }: PaymentIntentResult): Payment {
  const intent = paymentIntent ?? error?.payment_intent
  if (intent?.status === 'succeeded') return { transactionId: intent.id }
  if (intent?.status === 'processing')
    return refusal('The payment is being processed. Look at My Orders in a minute.')
  return refusal(
    error?.message ?? 'The card could not be charged. Try another card.',
    intent?.status === 'canceled',
  )
}

function refusal(refused: string, renew = false): Payment {
  return { refused, renew }
}
