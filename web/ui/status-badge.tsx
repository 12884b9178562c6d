import type { OrderStatus } from '@freehub/contract/orders'

const looks: Record<OrderStatus, string> = {
  Pending: 'badge-pending',
  Paid: 'badge-paid',
  Shipped: 'badge-shipped',
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <span className={`badge ${looks[status]}`}>{status}</span>
}
