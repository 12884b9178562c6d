import { formatCount } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import type { LoadedRows } from '../../../api/list-pages.ts'
import { formatRowCount } from '../../../api/list-pages.ts'

/** Formats the number of orders, and of unpaid ones if all orders are loaded: `3 orders, 1 to pay`. */
export function formatOrderCount(loaded: LoadedRows<Order>): string {
  const count = formatRowCount(loaded, 'order', 'orders')
  const unpaidCount = loaded.rows.filter((order) => !order.paid).length
  const isComplete = loaded.total === loaded.rows.length
  return isComplete && unpaidCount > 0 ? `${count}, ${formatCount(unpaidCount)} to pay` : count
}
