import { CACHE_TTL_MS } from '@freehub/contract/constants'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { type Order, orderCan } from '@freehub/contract/orders/orders'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { flattenPages } from '../../../api/list-pages.ts'
import { paths } from '../../../paths.ts'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { getDrawingUrl } from '../../../ui/drawing.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { DashboardHead } from '../../../ui/page/dashboard-head.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { partQuery } from '../../catalog/part/part-queries.ts'
import { PartPicture } from '../../catalog/part-picture.tsx'
import { useSession } from '../../identity/session.ts'
import { CancelOrderButton, CancelOrderDialog } from '../order/cancel-order.tsx'
import { PaidMark } from '../order/paid-mark.tsx'
import { ConfirmEmailNote } from '../order/reservation.tsx'
import { OrderLink } from '../order-columns.tsx'
import { OrderAgainButton } from '../purchase/order-again-button.tsx'
import { formatOrderCount, myOrdersQuery, orderHistoryQuery } from './orders-queries.ts'

/** The orders of the signed-in customer. */
export default function MyOrdersPage() {
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
      <DashboardHead title="My Orders" heading={cancellation.heading}>
        {loaded && loaded.rows.length > 0 && (
          <p className="num second">{formatOrderCount(loaded)}</p>
        )}
      </DashboardHead>
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

interface OrderCallbacks {
  onCancel: (order: Order) => void
  onRefused: (reason: string) => void
}

function OrdersTable({ orders, onCancel, onRefused }: OrderCallbacks & { orders: Order[] }) {
  return (
    <DataTable
      rows={orders}
      getKey={({ _id }) => _id}
      columns={[
        {
          name: 'Product',
          render: (order) => (
            <span className="product">
              <PartIcon partId={order.productId} />
              <OrderLink {...order} />
            </span>
          ),
        },
        { name: 'Quantity', number: ({ quantity }) => formatCount(quantity) },
        { name: 'Total Price', number: ({ totalPrice }) => formatDollars(totalPrice) },
        { name: 'Payment', render: (order) => <Payment order={order} onCancel={onCancel} /> },
        {
          name: 'Status',
          render: (order) => (
            <span className="act">
              <StatusBadge status={order.status} />
              {order.status === 'Shipped' && (
                <OrderAgainButton
                  order={order}
                  describedBy={getProductLinkId(order)}
                  small
                  onRefused={onRefused}
                />
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

const getProductLinkId = ({ _id }: Order) => `order-${_id}`

function Payment({ order, onCancel }: { order: Order; onCancel: OrderCallbacks['onCancel'] }) {
  const describedBy = getProductLinkId(order)
  if (order.paid) return <PaidMark transactionId={order.transactionId} />
  return (
    <span className="act">
      {orderCan(order.status, 'pay') && (
        <Link className="btn btn-sm" to={paths.payment(order._id)} aria-describedby={describedBy}>
          Pay Now
        </Link>
      )}
      {orderCan(order.status, 'cancel') && (
        <CancelOrderButton order={order} describedBy={describedBy} onCancel={onCancel} />
      )}
    </span>
  )
}

/** A small drawing of an ordered part. Its box stays empty if the part is no longer sold. */
function PartIcon({ partId }: { partId: string }) {
  const { data: part } = useQuery({
    ...partQuery(partId),
    staleTime: CACHE_TTL_MS,
    retry: false,
  })
  return (
    <span className="product-icon">
      {part && <PartPicture src={getDrawingUrl(part.img, 'icon')} width="48" height="48" alt="" />}
    </span>
  )
}
