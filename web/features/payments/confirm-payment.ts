import type { Order } from '@freehub/contract/orders/orders'
import type { PaymentIntentResult, Stripe, StripeCardElement } from '@stripe/stripe-js'

/** `needsNewIntent`: the intent was cancelled, and the next attempt needs a new one. */
export type PaymentResult = { transactionId: string } | { refusal: string; needsNewIntent: boolean }

/**
 * Charges the card through the provider, including the bank's 3-D Secure check. Returns refusals with
 * the provider's message; the same intent can be tried again.
 */
export async function confirmPayment(
  stripe: Pick<Stripe, 'confirmCardPayment'>,
  card: StripeCardElement,
  clientSecret: string,
  { name, email, phone }: Pick<Order, 'name' | 'email' | 'phone'>,
): Promise<PaymentResult> {
  try {
    const billing_details = { name, email, phone }
    const payment_method = { card, billing_details }
    return readResult(await stripe.confirmCardPayment(clientSecret, { payment_method }))
  } catch {
    return refuse(
      'We got no response from the card provider. Press Pay again. You won’t be charged twice.',
    )
  }
}

/** Also accepts an intent that succeeded earlier, when only the response was lost. */
function readResult({ paymentIntent, error }: PaymentIntentResult): PaymentResult {
  const intent = paymentIntent ?? error?.payment_intent
  if (intent?.status === 'succeeded') return { transactionId: intent.id }
  if (intent?.status === 'processing')
    return refuse('Your payment is being processed. Check My Orders in a minute.')
  return refuse(
    error?.message ?? 'We couldn’t charge this card. Try another card.',
    intent?.status === 'canceled',
  )
}

function refuse(refusal: string, needsNewIntent = false): PaymentResult {
  return { refusal, needsNewIntent }
}
