import { formatDollars } from '@freehub/contract/money'
import type { OrderHistory } from '@freehub/contract/orders/orders'

/** What an order has come to, once nobody waits for its payment. */
export function stageInWords(order: OrderHistory): string {
  const { stage, totalPrice } = order
  if (isBeingRefunded(order)) {
    return 'Paid. Its refund has begun, and is finished when the card provider answers.'
  }
  if (stage === 'Paid') return 'Paid. It waits to be shipped.'
  if (stage === 'Shipped') return 'Paid and shipped.'
  if (stage === 'Refunded') {
    return `Cancelled. ${formatDollars(totalPrice)} went back to the card; banks take a few days to show it.`
  }
  return 'Cancelled. Nothing is owed, and its pieces are back in stock.'
}

/** A refund has begun and is neither finished nor withdrawn: the staff's histories tell. */
export function isBeingRefunded({ stage, steps }: Pick<OrderHistory, 'stage' | 'steps'>): boolean {
  const last = steps.findLast(({ kind }) => kind === 'refund_begun' || kind === 'refund_withdrawn')
  return stage === 'Paid' && last?.kind === 'refund_begun'
}
