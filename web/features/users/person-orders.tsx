import { formatCount, formatDollars } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatError } from '../../api/call-error.ts'
import { formatQueryString } from '../../api/cursor-page.ts'
import { pluralizeCapped } from '../../api/format-count.ts'
import { paths } from '../../paths.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { PartName } from '../catalog/part-name.tsx'
import { clientOrdersQuery } from '../orders/staff/all-orders-list.ts'
import { PersonSection } from './person-section.tsx'

/** The user's latest orders, with a link to all of them. */
export function PersonOrders({ email }: { email: string }) {
  const { data: page, error, isPending, refetch } = useQuery(clientOrdersQuery(email))
  const seeAll = page &&
    page.total > page.rows.length && {
      label: `All ${pluralizeCapped(page.total, 'order', 'orders')}`,
      to: paths.manageOrders + formatQueryString({ search: email }),
    }
  return (
    <PersonSection title="Orders" seeAll={seeAll || undefined}>
      {error && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {page?.rows.length === 0 && <p className="second">No orders yet.</p>}
      {page && page.rows.length > 0 && <OrdersTable orders={page.rows} />}
    </PersonSection>
  )
}

function OrdersTable({ orders }: { orders: Order[] }) {
  return (
    <table className="table" aria-label="Orders">
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Status</th>
          <th scope="col" className="right">
            Quantity
          </th>
          <th scope="col" className="right">
            Total Price
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order._id}>
            <td data-caption="Product">
              <Link to={paths.order(order._id)} className="ordered">
                <PartName name={order.productName} />
              </Link>
            </td>
            <td data-caption="Status">
              <StatusBadge status={order.status} />
            </td>
            <td data-caption="Quantity" className="right">
              {formatCount(order.quantity)}
            </td>
            <td data-caption="Total Price" className="right">
              {formatDollars(order.totalPrice)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
