import { formatDollars } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { call } from '../../../api/call.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'

/**
 * Shows a toast if the order's total differs from the total on the form, because the price changed
 * meanwhile. Shows nothing if the order cannot be read: the next screens show its total anyway.
 */
export async function notifyPriceChange(orderId: string, shownTotal: number): Promise<void> {
  const path = `/booking/${encodeURIComponent(orderId)}`
  const order = await call<Order>('GET', path).catch(() => undefined)
  if (order && order.totalPrice !== shownTotal) {
    void showToast(formatPriceChange(shownTotal, order.totalPrice))
  }
}

export function formatPriceChange(oldTotal: number, newTotal: number): string {
  return `The price has changed: ${formatDollars(newTotal)} instead of ${formatDollars(oldTotal)}.`
}
