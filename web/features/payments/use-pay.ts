import type { Order } from '@freehub/contract/orders/orders'
import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { confirmPayment } from './confirm-payment.ts'
import { orderToPayQuery, paymentSecretQuery } from './payment-queries.ts'

/** Pays an order, one attempt at a time. After a refusal the customer can try again. */
export function usePay(order: Order, onPaid: (transactionId: string) => void) {
  const client = useQueryClient()
  const secret = useQuery(paymentSecretQuery(order))
  const [refusal, setRefusal] = useState('')
  const [isPaying, setPaying] = useState(false)
  const isPayingRef = useRef(false)
  const { _id: id } = order

  // After a failure, the order may have been paid or cancelled elsewhere.
  const hasFailed = secret.isError || refusal !== ''
  useEffect(() => {
    if (hasFailed) void client.invalidateQueries(orderToPayQuery(id))
  }, [hasFailed, id, client])

  async function pay(stripe: Stripe, card: StripeCardElement) {
    if (isPayingRef.current || !secret.data) return
    isPayingRef.current = true
    setPaying(true)
    setRefusal('')
    const result = await confirmPayment(stripe, card, secret.data, order)
    isPayingRef.current = false
    setPaying(false)
    if ('transactionId' in result) return onPaid(result.transactionId)
    setRefusal(result.refusal)
    if (result.needsNewIntent) void secret.refetch()
  }

  return { pay, isPaying, refusal, setRefusal, secret }
}
