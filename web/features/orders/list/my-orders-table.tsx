import { formatCount } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { FileDown } from 'lucide-react'
import { Link } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { useSend } from '../../../api/use-send.ts'
import { paths } from '../../../paths.ts'
import { SelectAllHead, SelectCell } from '../../../ui/lists/selection.tsx'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import type { Selection } from '../../../ui/lists/use-selection.ts'
import { OrderStageBadge } from '../../../ui/order-stage-badge.tsx'
import { PartIcon } from '../../../ui/part-picture.tsx'
import { CancelOrderButton } from '../order/cancel-order.tsx'
import { downloadOrderDocument } from '../order/download-document.ts'
import { isActionAllowed } from '../order/order-rules.ts'
import { PaidMark } from '../order/paid-mark.tsx'
import { OrderAgainButton } from '../purchase/order-again-button.tsx'
import {
  Deadline,
  type OrderCallbacks,
  OrderCell,
  OrderTitle,
  Outcome,
  TotalCell,
} from './order-cells.tsx'
import { useOrderOutcomes } from './orders-queries.ts'

interface MyOrdersTableProps extends OrderCallbacks {
  orders: Order[]
  /** True while the table still shows the orders of the previous filters. */
  isStale: boolean
  /** The selection among the unpaid orders. */
  selection: Selection
}

export function MyOrdersTable(props: MyOrdersTableProps) {
  const { orders, isStale, selection, ...callbacks } = props
  const outcomes = useOrderOutcomes(orders)
  const canSelect = orders.some(({ _id }) => selection.isSelectable(_id))
  return (
    <div className="table-frame">
      <table className="table orders-table my-orders" aria-label="Orders" aria-busy={isStale}>
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
              <td className="product-cell">
                <span className="product flex items-center font-semibold wrap-anywhere gap-2.5">
                  <ProductIcon img={order.img} />
                  <OrderTitle order={order} isLink />
                </span>
              </td>
              <td className="right quantity-cell">{formatCount(order.quantity)}</td>
              <TotalCell
                order={order}
                deadlineLabel="Pay by"
                outcome={{ outcome: outcomes.get(order._id), customer: 'you' }}
              />
              <td className="my-payment-cell">
                <Payment order={order} {...callbacks} />
              </td>
              <td className="my-status-cell">
                <span className="order-cell">
                  <OrderStageBadge stage={order.stage} />
                  <Deadline order={order} label="Pay by" />
                  <Outcome outcome={outcomes.get(order._id)} customer="you" />
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

/** The payment of an order, and the order's actions. */
function Payment({ order, onCancel, onRefused }: OrderCallbacks & { order: Order }) {
  const describedBy = getProductLinkId(order)
  return (
    <span className="actions">
      {order.paid && (
        <>
          <PaidMark order={order} />
          <InvoiceButton order={order} describedBy={describedBy} onRefused={onRefused} />
        </>
      )}
      {order.stage === 'Cancelled' && (
        <span className="payment secondary flex-none">No payment due</span>
      )}
      {isActionAllowed(order, 'pay') && (
        <Link className="btn btn-sm" to={paths.payment(order._id)} aria-describedby={describedBy}>
          Pay Now
        </Link>
      )}
      {isActionAllowed(order, 'cancel') && (
        <CancelOrderButton describedBy={describedBy} onCancel={() => onCancel(order)} />
      )}
      {order.stage !== 'Pending' && (
        <OrderAgainButton order={order} describedBy={describedBy} small onRefused={onRefused} />
      )}
    </span>
  )
}

interface InvoiceButtonProps extends Pick<OrderCallbacks, 'onRefused'> {
  order: Order
  describedBy: string
}

/** Downloads the invoice of a paid order. */
function InvoiceButton({ order, describedBy, onRefused }: InvoiceButtonProps) {
  const { mutate: download, isPending } = useSend({
    mutationFn: () => downloadOrderDocument(order._id, 'invoice'),
    onError: (error) => onRefused(`The invoice was not downloaded. ${formatError(error)}`),
  })
  return (
    <button
      type="button"
      className="tool invoice"
      aria-label="Invoice"
      aria-describedby={describedBy}
      aria-busy={isPending}
      title="Invoice"
      onClick={() => download()}
    >
      <FileDown className="ic" aria-hidden="true" />
      <span>Invoice</span>
    </button>
  )
}

/** A small drawing of an ordered part. Its box stays empty if the part is no longer sold. */
function ProductIcon({ img }: { img: string | null }) {
  return (
    <span className="product-icon">{img && <PartIcon img={img} width="48" height="48" />}</span>
  )
}
