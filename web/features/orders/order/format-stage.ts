import { formatDollars } from '@freehub/contract/money'
import type { OrderHistory } from '@freehub/contract/orders/orders'

/** Describes the state of an order that does not wait for payment. */
export function formatStage(order: OrderHistory): string {
  const { stage, totalPrice } = order
  if (isBeingRefunded(order)) {
    return 'Paid. Refund started. It completes when the card provider responds.'
  }
  if (stage === 'Paid') return 'Paid. Ready to ship.'
  if (stage === 'Shipped') return 'Paid and shipped.'
  if (stage === 'Refunded') {
    return `Cancelled. ${formatDollars(totalPrice)} was refunded to the card. Banks take a few days to show it.`
  }
  return 'Cancelled. No payment is due. The items are back in stock.'
}

/** Whether a refund has started and is neither completed nor withdrawn. Only staff see these steps. */
export function isBeingRefunded({ stage, steps }: Pick<OrderHistory, 'stage' | 'steps'>): boolean {
  const last = steps.findLast(({ kind }) => kind === 'refund_begun' || kind === 'refund_withdrawn')
  return stage === 'Paid' && last?.kind === 'refund_begun'
}
