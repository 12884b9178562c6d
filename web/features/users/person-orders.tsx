import { formatCount, formatDollars } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { sentenceOf } from '../../api/call-error.ts'
import { countedSoFar } from '../../api/counted.ts'
import { searchOf } from '../../api/turn.ts'
import { paths } from '../../paths.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { PartName } from '../catalog/part-name.tsx'
import { clientOrders } from '../orders/list/client-orders.ts'
import { PersonPart } from './person-part.tsx'

/** His last orders, and the way to all of them. */
export function PersonOrders({ email }: { email: string }) {
  const { data: page, error, isPending, refetch } = useQuery(clientOrders(email))
  const all = page &&
    page.total > page.rows.length && {
      words: `All ${countedSoFar(page.total, 'order', 'orders')}`,
      to: paths.manageOrders + searchOf({ search: email }),
    }
  return (
    <PersonPart name="Orders" all={all || undefined}>
      {error && <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {page?.rows.length === 0 && <p className="second">No orders yet.</p>}
      {page && page.rows.length > 0 && <OrdersTable orders={page.rows} />}
    </PersonPart>
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
