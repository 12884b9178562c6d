import { formatDollars } from '@freehub/contract/money'
import type { OrderHistory } from '@freehub/contract/orders'

/** What an order has come to, once nobody waits for its payment. */
export function stageInWords({ stage, totalPrice }: OrderHistory): string {
  if (stage === 'Paid') return 'Paid. It waits to be shipped.'
  if (stage === 'Shipped') return 'Paid and shipped.'
  if (stage === 'Refunded') {
    return `Cancelled. ${formatDollars(totalPrice)} went back to the card; banks take a few days to show it.`
  }
  return 'Cancelled. Nothing is owed, and its pieces are back in stock.'
}
