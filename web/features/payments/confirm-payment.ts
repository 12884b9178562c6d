import type { PaymentIntentResult, Stripe, StripeCardElement } from '@stripe/stripe-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useBusy } from '../../api/use-busy.ts'
import { ORDERS_QUERY_KEY } from '../orders/list/orders-queries.ts'
import { type OrderToPay, paymentSecretQuery } from './payment-queries.ts'

/** Pays an order, one attempt at a time. After a refusal the customer can try again. */
export function usePay(order: OrderToPay, onPaid: (transactionId: string) => void) {
  const client = useQueryClient()
  const secret = useQuery(paymentSecretQuery(order))
  const [{ orderId, text }, setState] = useState({ orderId: order._id, text: '' })
  // After the customer leaves out an order of a series, its refusal does not concern the next order.
  const refusal = orderId === order._id ? text : ''
  const setRefusal = (text: string) => setState({ orderId: order._id, text })
  const { isBusy: isPaying, run } = useBusy()

  const isProcessing = secret.data === null
  const [processedOrderId, setProcessedOrderId] = useState('')
  if (isProcessing && processedOrderId !== order._id) setProcessedOrderId(order._id)
  if (secret.data && processedOrderId === order._id) {
    setProcessedOrderId('')
    setRefusal(PROCESSING_FAILED)
  }

  // The order may have been paid, changed or cancelled elsewhere.
  const { isError } = secret
  useEffect(() => {
    if (isError || isProcessing || refusal !== '')
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
  }, [isError, isProcessing, refusal, client])

  async function pay(stripe: Stripe, card: StripeCardElement) {
    const { data } = secret
    if (!data) return
    const result = await run(() => {
      setRefusal('')
      return confirmPayment(stripe, card, data, order)
    })
    if (!result) return
    if ('transactionId' in result) return onPaid(result.transactionId)
    // Starts the polling of the secret.
    if ('isProcessing' in result)
      return client.setQueryData(paymentSecretQuery(order).queryKey, null)
    setRefusal(result.refusal)
    if (result.needsNewIntent) void secret.refetch()
  }

  return { pay, isPaying, isProcessing, refusal, setRefusal, secret }
}

/** `needsNewIntent` is true if the intent was cancelled. The next attempt then needs a new intent. */
export type PaymentResult =
  | { transactionId: string }
  | { isProcessing: true }
  | { refusal: string; needsNewIntent: boolean }

/**
 * Charges the card at the provider, including the bank's 3-D Secure check. Returns a refusal with a message for the
 * customer if the card was not charged, or if there was no response. Unless cancelled, the intent can be used again.
 */
export async function confirmPayment(
  stripe: Pick<Stripe, 'confirmCardPayment'>,
  card: StripeCardElement,
  clientSecret: string,
  { name, email, phone }: Pick<OrderToPay, 'name' | 'email' | 'phone'>,
): Promise<PaymentResult> {
  try {
    const billing_details = { name, email, phone }
    const payment_method = { card, billing_details }
    return readResult(await stripe.confirmCardPayment(clientSecret, { payment_method }))
  } catch {
    return refuse(NO_RESPONSE)
  }
}

const PROCESSING_FAILED =
  'The payment failed. Your card was not charged. Try again, or use another card.'

const NO_RESPONSE =
  'We got no response from the card provider. Press Pay again. You won’t be charged twice.'

/** Reads the result. Accepts an intent that has succeeded earlier, because the response may have been lost. */
function readResult({ paymentIntent, error }: PaymentIntentResult): PaymentResult {
  const intent = paymentIntent ?? error?.payment_intent
  if (intent?.status === 'succeeded') return { transactionId: intent.id }
  if (intent?.status === 'processing') return { isProcessing: true }
  if (intent?.status === 'canceled')
    return refuse(
      'Your card was not charged. The order may have changed. Check the amount and press Pay again.',
      true,
    )
  if (error?.type === 'api_connection_error') return refuse(NO_RESPONSE)
  return refuse(error?.message ?? 'We couldn’t charge this card. Try another card.')
}

function refuse(refusal: string, needsNewIntent = false): PaymentResult {
  return { refusal, needsNewIntent }
}
