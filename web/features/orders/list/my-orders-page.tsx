import type { Order } from '@freehub/contract/orders/orders'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { readSoFar } from '../../../api/list-pages.ts'
import { paths } from '../../../paths.ts'
import { useConfirming } from '../../../ui/dialogs/use-confirming.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { useSession } from '../../identity/session.ts'
import { CancelOrderDialog } from '../order/cancel-order-dialog.tsx'
import { orderHistory } from '../order/order-history.ts'
import { ConfirmEmailNote } from './confirm-email-note.tsx'
import { MyOrderRow } from './my-order-row.tsx'
import { countToPayInWords } from './orders-in-words.ts'
import { myOrdersList } from './orders-list.ts'

/** What one has ordered, to be paid, cancelled or waited for. */
export function Component() {
  const session = useSession()
  const email = session.status === 'signedIn' ? session.user.email : ''
  const list = useInfiniteQuery({ ...myOrdersList(email), enabled: email !== '' })
  const read = list.data && readSoFar(list.data.pages)
  const cancelling = useConfirming<Order>()
  const isUnconfirmed = session.status === 'signedIn' && !session.user.emailConfirmed
  const unpaid = read?.rows.find(({ status }) => status === 'Pending')
  const { asked, refusal } = cancelling

  return (
    <>
      <PageHead title="My Orders" />
      <div className="dash-head">
        <h1 ref={cancelling.heading} tabIndex={-1}>
          My Orders
        </h1>
        {read && read.rows.length > 0 && <p className="num second">{countToPayInWords(read)}</p>}
      </div>
      {refusal && <Notice text={refusal} />}
      {isUnconfirmed && unpaid && <ConfirmToKeep orderId={unpaid._id} />}
      <PagedRows of="orders" read={read} list={list} empty={<NoOrders />}>
        {(orders) => (
          <OrdersTable orders={orders} onCancel={cancelling.ask} onRefused={cancelling.refuse} />
        )}
      </PagedRows>
      {asked && <CancelOrderDialog order={asked} {...cancelling.dialog} />}
    </>
  )
}

/** Of an unconfirmed customer's newest unpaid order, whether its reservation depends on the email. */
function ConfirmToKeep({ orderId }: { orderId: string }) {
  const { data } = useQuery(orderHistory(orderId))
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
  onRefused: (why: string) => void
}

function OrdersTable({ orders, ...on }: OrdersTableProps) {
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
          <MyOrderRow key={order._id} order={order} {...on} />
        ))}
      </tbody>
    </table>
  )
}
