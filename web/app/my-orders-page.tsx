import { pluralize } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../features/identity/session.ts'
import { MyOrdersTable } from '../features/orders/list/my-orders-table.tsx'
import { formatTotalPrice } from '../features/orders/list/order-cells.tsx'
import { parseOrderFilters } from '../features/orders/list/order-filters.ts'
import { NoOrders, OrderTools, useHasNoOrders } from '../features/orders/list/order-tools.tsx'
import {
  type OrdersCall,
  orderHistoryQuery,
  ordersPageQuery,
} from '../features/orders/list/orders-queries.ts'
import { CancelOrderDialog } from '../features/orders/order/cancel-order.tsx'
import { findFirstToExpire, isActionAllowed } from '../features/orders/order/order-rules.ts'
import { ConfirmEmailMessage } from '../features/orders/order/reservation.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { useConfirmation } from '../ui/dialogs/use-confirmation.ts'
import { ListScreen } from '../ui/lists/list-screen.tsx'
import { SelectionBar } from '../ui/lists/selection.tsx'
import { useListFilters } from '../ui/lists/use-list-filters.ts'
import { useSelection } from '../ui/lists/use-selection.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'

const PayOrders = lazy(() => import('../features/payments/pay-orders.tsx'))

/** The orders of the signed-in customer, who can search, filter, sort, export, pay and cancel them. */
export default function MyOrdersPage() {
  const session = useSession()
  const listFilters = useListFilters(parseOrderFilters)
  const { filters } = listFilters
  const email = session.status === 'signedIn' ? session.user.email : ''
  const call: OrdersCall = { path: '/myOrders', customerEmail: email }
  const list = useQuery({ ...ordersPageQuery(call, filters), enabled: email !== '' })
  const hasNoOrders = useHasNoOrders(call, filters)
  const cancellation = useConfirmation<Order>()
  const unpaidOrders = (list.data?.rows ?? []).filter((order) => isActionAllowed(order, 'pay'))
  const selection = useSelection(unpaidOrders.map(({ _id }) => _id))
  const [ordersToPay, setOrdersToPay] = useState<Order[]>([])
  const isPaying = ordersToPay.length > 0
  // An order that has left the page keeps its last known data.
  const newestOrdersToPay = ordersToPay.map(
    (order) => list.data?.rows.find(({ _id }) => _id === order._id) ?? order,
  )
  const selectedOrders = unpaidOrders.filter(({ _id }) => selection.isSelected(_id))
  const firstToExpire = findFirstToExpire(unpaidOrders)
  const isEmailUnconfirmed = session.status === 'signedIn' && !session.user.emailConfirmed
  const { item: orderToCancel, setRefusal, heading } = cancellation

  function openPayment() {
    setOrdersToPay(selectedOrders)
    selection.clear()
  }

  function closePayment() {
    setOrdersToPay([])
    heading.current?.focus()
  }

  return (
    <>
      <ListScreen
        title="My Orders"
        nouns={['order', 'orders']}
        list={list}
        filters={filters}
        confirmation={cancellation}
        tools={
          <>
            {isEmailUnconfirmed && firstToExpire && (
              <ConfirmEmailForOrder orderId={firstToExpire._id} />
            )}
            {isPaying ? (
              <Suspense fallback={<LoadingScreen />}>
                <PayOrders orders={newestOrdersToPay} onClose={closePayment} />
              </Suspense>
            ) : (
              !hasNoOrders && (
                <OrderTools call={call} exportPath="/api/orders/mine.csv" {...listFilters} />
              )
            )}
          </>
        }
        empty={
          <NoOrders
            call={call}
            filters={filters}
            links={[
              { to: paths.allParts, name: 'Bicycle Parts' },
              { to: paths.orderPad, name: 'Order Pad' },
            ]}
          />
        }
        emptyPageText="There are no more orders on this page."
      >
        {(orders, isStale) =>
          !isPaying && (
            <MyOrdersTable
              orders={orders}
              isStale={isStale}
              selection={selection}
              onCancel={cancellation.open}
              onRefused={setRefusal}
            />
          )
        }
      </ListScreen>
      {!isPaying && (
        <SelectionBar
          selection={selection}
          summary={`${pluralize(selectedOrders.length, 'order', 'orders')} selected, ${formatTotalPrice(selectedOrders)}`}
        >
          <Button variant="primary" small onClick={openPayment}>
            Pay {pluralize(selectedOrders.length, 'Order', 'Orders')}
          </Button>
        </SelectionBar>
      )}
      {orderToCancel && <CancelOrderDialog order={orderToCancel} {...cancellation.dialog} />}
    </>
  )
}

/** Asks a customer to confirm their email if the reservation of an order depends on it. */
function ConfirmEmailForOrder({ orderId }: { orderId: string }) {
  const { data } = useQuery(orderHistoryQuery(orderId))
  return data ? <ConfirmEmailMessage key={orderId} {...data} /> : null
}
