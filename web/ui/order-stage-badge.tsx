import type { OrderStage } from '@freehub/contract/orders/orders'

export const badgeClasses: Record<OrderStage, string> = {
  Pending: 'badge-pending',
  Paid: 'badge-paid',
  Shipped: 'badge-shipped',
  Cancelled: 'badge-over',
  Refunded: 'badge-over',
}

export function OrderStageBadge({ stage }: { stage: OrderStage }) {
  return <span className={`badge ${badgeClasses[stage]}`}>{stage}</span>
}
