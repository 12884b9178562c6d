import { orderEvents } from '../../platform/metrics/metrics.ts'
import { finishRefund, type Refund } from '../orders/refund-marks.ts'
import type { PaymentDeps } from './payment-deps.ts'

/**
 * Gives an order's money back at the provider, and writes it down. However often, and by however
 * many at once, it goes back once. Answers whether this was the one that wrote it.
 * Throws ProviderUnavailable, and ProviderRefused.
 */
export async function completeRefund(
  { db, cards, queueMail, partsChanged }: PaymentDeps,
  refund: Refund,
): Promise<boolean> {
  const refundId = await cards.refundIntent(refund.transactionId)
  const parts = await db.transaction().execute(async (tx) => {
    const released = await finishRefund(tx, refund, refundId)
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
