import { formatCount, formatDollars } from '@freehub/contract/money'
import { type Order, orderCan } from '@freehub/contract/orders/orders'
import { useRef } from 'react'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { CancelOrderButton } from '../order/cancel-order.tsx'
import { PaidMark } from '../order/paid-mark.tsx'
import { OrderLink } from '../order-columns.tsx'
import { ShipOrderButton } from '../staff/ship-order.tsx'

interface OrderCallbacks {
  onCancel: (order: Order) => void
  onRefused: (reason: string) => void
}

interface ManagedOrdersTableProps extends OrderCallbacks {
  orders: Order[]
  /** Whether the orders are those of the previous search while the new ones load. */
  isStale: boolean
}

export function ManagedOrdersTable({ orders, isStale, ...callbacks }: ManagedOrdersTableProps) {
  return (
    <table className="table orders-managed" aria-busy={isStale}>
      <TableHead
        columns={[
          ['Client', 'client-column'],
          'Product',
          ['Payment', 'payment-column'],
          ['Status', 'status-column'],
          ['Action', 'action-column'],
          ['Total Price', 'right total-column'],
          ['Quantity', 'right quantity-column'],
        ]}
      />
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order._id} order={order} {...callbacks} />
        ))}
      </tbody>
    </table>
  )
}

function OrderRow({ order, onCancel, onRefused }: OrderCallbacks & { order: Order }) {
  const actionCell = useRef<HTMLTableCellElement>(null)
  const clientId = `client-${order._id}`
  const canShip = orderCan(order.status, 'ship')
  const canCancel = orderCan(order.status, 'cancel')

  return (
    <tr>
      <td data-caption="Client">
        <span id={clientId} className="client">
          <EmailAddress address={order.email} />
        </span>
      </td>
      <td data-caption="Product">
        <OrderLink {...order} />
      </td>
      <td data-caption="Payment">
        {order.paid ? (
          <PaidMark transactionId={order.transactionId} />
        ) : (
          <span className="unpaid">Unpaid</span>
        )}
      </td>
      <td data-caption="Status">
        <StatusBadge status={order.status} />
      </td>
      <td data-caption="Action" ref={actionCell} tabIndex={-1}>
        {canShip && (
          <ShipOrderButton
            order={order}
            describedBy={clientId}
            onShipped={() => actionCell.current?.focus()}
            onRefused={onRefused}
          />
        )}
        {canCancel && (
          <CancelOrderButton order={order} describedBy={clientId} onCancel={onCancel} />
        )}
        {!canShip && !canCancel && <span className="second">–</span>}
      </td>
      <td data-caption="Total Price" className="right">
        {formatDollars(order.totalPrice)}
      </td>
      <td data-caption="Quantity" className="right">
        {formatCount(order.quantity)}
      </td>
    </tr>
  )
}
