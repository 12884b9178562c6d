import { orderEvents } from '../../platform/metrics/metrics.ts'
import { type Refund, recordRefund } from '../orders/refund-state.ts'
import type { PaymentDeps } from './payment-deps.ts'

/**
 * Refunds a payment at the provider and records it. Repeated and concurrent calls refund once. Returns
 * whether this call recorded the refund. Throws ProviderUnavailable and ProviderRefused.
 */
export async function completeRefund(
  { db, cards, queueMail, partsChanged }: PaymentDeps,
  refund: Refund,
): Promise<boolean> {
  const refundId = await cards.refundIntent(refund.transactionId)
  const parts = await db.transaction().execute(async (tx) => {
    const released = await recordRefund(tx, refund, refundId)
    if (!released) return undefined
    await tx
      .updateTable('payment_intents')
      .set({ state: 'refunded', refund_id: refundId })
      .where('id', '=', refund.transactionId)
      .execute()
    await queueMail(tx, { kind: 'order-refunded', orderId: refund.orderId })
    return released
  })
  if (parts) {
    orderEvents.inc({ event: 'refunded' })
    partsChanged(parts)
  }
  return parts !== undefined
}
