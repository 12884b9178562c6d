import type { Order } from '@freehub/contract/orders/orders'
import { ManagedOrderRow } from './managed-order-row.tsx'

interface ManagedOrdersTableProps {
  orders: Order[]
  /** Whether the orders are those of the previous search while the new ones load. */
  isStale: boolean
  onCancel: (order: Order) => void
  onRefused: (reason: string) => void
}

export function ManagedOrdersTable({ orders, isStale, ...callbacks }: ManagedOrdersTableProps) {
  return (
    <table className="table orders-managed" aria-busy={isStale}>
      <thead>
        <tr>
          <th scope="col" className="of-client">
            Client
          </th>
          <th scope="col">Product</th>
          <th scope="col" className="of-payment">
            Payment
          </th>
          <th scope="col" className="of-status">
            Status
          </th>
          <th scope="col" className="of-action">
            Action
          </th>
          <th scope="col" className="right of-total">
            Total Price
          </th>
          <th scope="col" className="right of-quantity">
            Quantity
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <ManagedOrderRow key={order._id} order={order} {...callbacks} />
        ))}
      </tbody>
    </table>
  )
}
