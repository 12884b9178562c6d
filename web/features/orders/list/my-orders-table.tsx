import { formatCount } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { SelectAllHead, SelectCell } from '../../../ui/lists/selection-cells.tsx'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import type { Selection } from '../../../ui/lists/use-selection.ts'
import { OrderStageBadge } from '../../../ui/order-stage-badge.tsx'
import { PartIcon } from '../../catalog/part-picture.tsx'
import { CancelOrderButton } from '../order/cancel-order.tsx'
import { isActionAllowed } from '../order/format-order.ts'
import { PaidMark } from '../order/paid-mark.tsx'
import { OrderAgainButton } from '../purchase/order-again-button.tsx'
import {
  Deadline,
  type OrderCallbacks,
  OrderCell,
  OrderTitleLink,
  TotalCell,
} from './order-cells.tsx'

interface MyOrdersTableProps extends OrderCallbacks {
  orders: Order[]
  /** True while the table still shows the orders of the previous filters. */
  isStale: boolean
  /** The selection among the unpaid orders. */
  selection: Selection
}

export function MyOrdersTable(props: MyOrdersTableProps) {
  const { orders, isStale, selection, ...callbacks } = props
  const canSelect = orders.some(({ _id }) => selection.isSelectable(_id))
  return (
    <div className="table-frame">
      <table className="table orders-table" aria-label="Orders" aria-busy={isStale}>
        <TableHead
          columns={[
            ['Order', 'order-column'],
            'Product',
            ['Quantity', 'right quantity-column quantity-cell'],
            ['Total Price', 'right total-column'],
            ['Payment', 'my-payment-column'],
            ['Status', 'my-status-column my-status-cell'],
          ]}
        >
          {canSelect && <SelectAllHead selection={selection} noun="unpaid orders" />}
        </TableHead>
        <tbody>
          {orders.map((order) => (
            <tr key={order._id} aria-selected={selection.isSelected(order._id) || undefined}>
              {canSelect && (
                <SelectCell
                  selection={selection}
                  id={order._id}
                  label={`Select order ${order.orderNumber}`}
                />
              )}
              <OrderCell order={order} />
              <td data-caption="Product">
                <span className="product flex items-center font-semibold wrap-anywhere gap-2.5">
                  <ProductIcon img={order.img} />
                  <OrderTitleLink order={order} />
                </span>
              </td>
              <td data-caption="Quantity" className="right quantity-cell">
                {formatCount(order.quantity)}
              </td>
              <TotalCell order={order} />
              <td data-caption="Payment">
                <Payment order={order} onCancel={callbacks.onCancel} />
              </td>
              <td data-caption="Status" className="my-status-cell">
                <span className="flex flex-wrap items-center justify-between gap-2">
                  <span className="order-cell">
                    <OrderStageBadge stage={order.stage} />
                    <Deadline order={order} label="Pay by" />
                  </span>
                  <OrderAgain order={order} onRefused={callbacks.onRefused} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const getProductLinkId = ({ _id }: Order) => `order-${_id}`

interface PaymentProps {
  order: Order
  onCancel: OrderCallbacks['onCancel']
}

function Payment({ order, onCancel }: PaymentProps) {
  const describedBy = getProductLinkId(order)
  if (order.paid) return <PaidMark transactionId={order.transactionId} />
  if (order.stage === 'Cancelled') return <span className="second">–</span>
  return (
    <span className="act">
      {isActionAllowed(order, 'pay') && (
        <Link className="btn btn-sm" to={paths.payment(order._id)} aria-describedby={describedBy}>
          Pay Now
        </Link>
      )}
      {isActionAllowed(order, 'cancel') && (
        <CancelOrderButton describedBy={describedBy} onCancel={() => onCancel(order)} />
      )}
    </span>
  )
}

function OrderAgain({ order, onRefused }: Pick<OrderCallbacks, 'onRefused'> & { order: Order }) {
  if (order.stage === 'Pending' || order.stage === 'Paid') return null
  return (
    <OrderAgainButton
      order={order}
      describedBy={getProductLinkId(order)}
      small
      onRefused={onRefused}
    />
  )
}

/** A small drawing of an ordered part. Its box stays empty if the part is no longer sold. */
function ProductIcon({ img }: { img: string | null }) {
  return (
    <span className="product-icon">{img && <PartIcon img={img} width="48" height="48" />}</span>
  )
}
