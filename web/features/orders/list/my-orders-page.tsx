import type { Order } from '@freehub/contract/orders/orders'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { flattenPages } from '../../../api/list-pages.ts'
import { paths } from '../../../paths.ts'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { useSession } from '../../identity/session.ts'
import { CancelOrderDialog } from '../order/cancel-order-dialog.tsx'
import { orderHistoryQuery } from '../order/order-history.ts'
import { ConfirmEmailNote } from './confirm-email-note.tsx'
import { formatOrderCount } from './format-order-count.ts'
import { MyOrderRow } from './my-order-row.tsx'
import { myOrdersQuery } from './orders-list.ts'

/** The orders of the signed-in customer. */
export function Component() {
  const session = useSession()
  const email = session.status === 'signedIn' ? session.user.email : ''
  const list = useInfiniteQuery({ ...myOrdersQuery(email), enabled: email !== '' })
  const loaded = list.data && flattenPages(list.data.pages)
  const cancellation = useConfirmation<Order>()
  const isUnconfirmed = session.status === 'signedIn' && !session.user.emailConfirmed
  const unpaid = loaded?.rows.find(({ status }) => status === 'Pending')
  const { item: orderToCancel, refusal } = cancellation

  return (
    <>
      <PageHead title="My Orders" />
      <div className="dash-head">
        <h1 ref={cancellation.heading} tabIndex={-1}>
          My Orders
        </h1>
        {loaded && loaded.rows.length > 0 && (
          <p className="num second">{formatOrderCount(loaded)}</p>
        )}
      </div>
      {refusal && <Notice text={refusal} />}
      {isUnconfirmed && unpaid && <UnpaidOrderNote orderId={unpaid._id} />}
      <PagedRows noun="orders" loaded={loaded} list={list} empty={<NoOrders />}>
        {(orders) => (
          <OrdersTable
            orders={orders}
            onCancel={cancellation.open}
            onRefused={cancellation.setRefusal}
          />
        )}
      </PagedRows>
      {orderToCancel && <CancelOrderDialog order={orderToCancel} {...cancellation.dialog} />}
    </>
  )
}

/** Asks an unconfirmed customer to confirm their email if the reservation of an order depends on it. */
function UnpaidOrderNote({ orderId }: { orderId: string }) {
  const { data } = useQuery(orderHistoryQuery(orderId))
  return data ? <ConfirmEmailNote key={orderId} {...data} /> : null
}

function NoOrders() {
  return (
    <EmptyState text="No orders yet">
      <Link className="btn" to={paths.allParts}>
        Bicycle Parts
      </Link>
    </EmptyState>
  )
}

interface OrdersTableProps {
  orders: Order[]
  onCancel: (order: Order) => void
  onRefused: (reason: string) => void
}

function OrdersTable({ orders, ...callbacks }: OrdersTableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col" className="right">
            Quantity
          </th>
          <th scope="col" className="right">
            Total Price
          </th>
          <th scope="col">Payment</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <MyOrderRow key={order._id} order={order} {...callbacks} />
        ))}
      </tbody>
    </table>
  )
}
