import { formatDollars } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { call } from '../../../api/call.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'

/**
 * Says so where an order came to another total than the form showed: the price was changed meanwhile,
 * and what is charged is that of the moment of ordering. Where the order cannot be read, the screens
 * that follow show its total anyway.
 */
export async function tellChangedPrice(orderId: string, shown: number): Promise<void> {
  const path = `/booking/${encodeURIComponent(orderId)}`
  const order = await call<Order>('GET', path).catch(() => undefined)
  if (order && order.totalPrice !== shown) {
    void showToast(changedPriceInWords(shown, order.totalPrice))
  }
}

/** In dollars: what it came to, and what it comes to now. */
export function changedPriceInWords(before: number, now: number): string {
  return `The price has changed: ${formatDollars(now)} instead of ${formatDollars(before)}.`
}
