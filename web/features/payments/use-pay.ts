import type { Order } from '@freehub/contract/orders/orders'
import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { confirmPayment } from './confirm-payment.ts'
import { orderToPay, paymentSecret } from './payment-queries.ts'

/** Pays an order once however often it is asked to. What is refused can be tried again. */
export function usePay(order: Order, onPaid: (transactionId: string) => void) {
  const client = useQueryClient()
  const secret = useQuery(paymentSecret(order))
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const paying = useRef(false)
  const { _id: id } = order

  // No secret, or no payment: the order may have been paid or cancelled elsewhere meanwhile.
  const failed = secret.isError || refused !== ''
  useEffect(() => {
    if (failed) void client.invalidateQueries(orderToPay(id))
  }, [failed, id, client])

  async function pay(stripe: Stripe, card: StripeCardElement) {
    if (paying.current || !secret.data) return
    paying.current = true
    setBusy(true)
    setRefused('')
    const payment = await confirmPayment(stripe, card, secret.data, order)
    paying.current = false
    setBusy(false)
    if ('transactionId' in payment) return onPaid(payment.transactionId)
    setRefused(payment.refused)
    if (payment.renew) void secret.refetch()
  }

  return { pay, busy, refused, setRefused, secret }
}
