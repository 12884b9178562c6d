import type { OrderStage } from '@freehub/contract/orders/orders'

export const badgeClasses: Record<OrderStage, string> = {
  Pending: 'badge-pending',
  Paid: 'badge-paid',
  Shipped: 'badge-shipped',
  Cancelled: 'badge-over',
  Refunded: 'badge-over',
}

export function StatusBadge({ status }: { status: OrderStage }) {
  return <span className={`badge ${badgeClasses[status]}`}>{status}</span>
}
