import { formatCount, pluralize } from '@freehub/contract/money'
import type { ListedOrder, Order, OrderOutcome } from '@freehub/contract/orders/orders'
import type { MouseEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { isPlainClick } from '../../../ui/forms/plain-click.ts'
import { SelectAllHead, SelectCell } from '../../../ui/lists/selection.tsx'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import type { Selection } from '../../../ui/lists/use-selection.ts'
import { OrderStageBadge } from '../../../ui/order-stage-badge.tsx'
import { CancelOrderButton } from '../order/cancel-order.tsx'
import { isActionAllowed } from '../order/order-rules.ts'
import { PaidMark } from '../order/paid-mark.tsx'
import { guessCity } from './guess-city.ts'
import {
  Deadline,
  NarrowDeadline,
  OrderCell,
  OrderTitle,
  Outcome,
  TotalCell,
} from './order-cells.tsx'
import { useOrderOutcomes } from './orders-queries.ts'

interface RowCallbacks {
  onOpen: (id: string) => void
  onShip: (order: ListedOrder) => void
  onCancel: (order: Order) => void
}

interface ManagedOrdersTableProps extends RowCallbacks {
  orders: ListedOrder[]
  /** True while the table still shows the orders of the previous filters. */
  isStale: boolean
  selection: Selection
  /** The id of the order that is open beside the list. */
  openId: string | null
}

export function ManagedOrdersTable(props: ManagedOrdersTableProps) {
  const { orders, isStale, selection, openId, ...callbacks } = props
  const outcomes = useOrderOutcomes(orders)
  return (
    <div className="table-frame">
      <table className="table orders-table" aria-label="Orders" aria-busy={isStale}>
        <TableHead
          columns={[
            ['Order', 'order-column'],
            ['Client', 'client-column'],
            ['Product', 'product-column'],
            ['Quantity', 'right quantity-column quantity-cell'],
            ['Total Price', 'right total-column'],
            ['Payment', 'payment-column payment-cell'],
            ['Status', 'status-column status-cell'],
            ['Action', 'action-column action-cell'],
          ]}
        >
          <SelectAllHead selection={selection} noun="orders" />
        </TableHead>
        <tbody>
          {orders.map((order) => (
            <OrderRow
              key={order._id}
              order={order}
              outcome={outcomes.get(order._id)}
              selection={selection}
              isOpen={order._id === openId}
              {...callbacks}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface OrderRowProps extends RowCallbacks {
  order: ListedOrder
  outcome: OrderOutcome | undefined
  selection: Selection
  isOpen: boolean
}

/** Returns the id of the cell with the order's actions, which takes the focus when its button is removed. */
export const getActionCellId = ({ _id }: Order) => `actions-${_id}`

function OrderRow(props: OrderRowProps) {
  const { order, outcome, selection, isOpen, onOpen, onShip, onCancel } = props
  const clientId = `client-${order._id}`
  const canCancel = isActionAllowed(order, 'cancel')
  const city = guessCity(order.address)
  const warning = order.stage === 'Paid' && !order.isShippable ? 'Do not ship' : undefined

  /** Opens the order beside the list. A click with a modifier key follows the link, for example into a new tab. */
  function open(event: MouseEvent<HTMLElement>) {
    const control = (event.target as HTMLElement).closest('a, button, label, dialog')
    const isOrderLink = control?.id === `order-${order._id}`
    if (!isPlainClick(event) || (control && !isOrderLink)) return
    // The user has selected a text of the row, to copy it.
    if (!control && getSelection()?.type === 'Range') return
    event.preventDefault()
    onOpen(order._id)
  }

  return (
    <tr
      data-order={order._id}
      aria-selected={selection.isSelected(order._id) || undefined}
      aria-current={isOpen || undefined}
      onClickCapture={open}
    >
      <SelectCell
        selection={selection}
        id={order._id}
        label={`Select order ${order.orderNumber}`}
      />
      <OrderCell order={order} isForStaff />
      <td className="buyer-cell">
        <span id={clientId} className="client-cell" title={order.email}>
          <span className="font-semibold">{order.name}</span>{' '}
          <span className="secondary">{city || order.email}</span>
        </span>
      </td>
      <td className="product-cell">
        <OrderTitle order={order} />
      </td>
      <td className="right quantity-cell">
        {formatCount(order.quantity)}
        {order.lineCount > 1 && (
          <span className="secondary wide-only">{pluralize(order.lineCount, 'line', 'lines')}</span>
        )}
      </td>
      <TotalCell
        order={order}
        deadlineLabel="due"
        outcome={{ outcome, customer: 'customer' }}
        warning={warning}
      />
      <td className="payment-cell">
        {order.paid ? (
          <PaidMark order={order} />
        ) : (
          <span className="order-cell">
            <span className="unpaid text-ink-2 font-medium">Unpaid</span>
            <Deadline order={order} label="due" />
          </span>
        )}
      </td>
      <td className="status-cell">
        <span className="order-cell">
          <OrderStageBadge stage={order.stage} />
          <NarrowDeadline order={order} label="due" />
          <Outcome outcome={outcome} customer="customer" />
          {warning && <span className="deadline">{warning}</span>}
        </span>
      </td>
      <td id={getActionCellId(order)} className="action-cell" tabIndex={-1}>
        {order.isShippable && (
          <Button variant="primary" small aria-describedby={clientId} onClick={() => onShip(order)}>
            Ship Order
          </Button>
        )}
        {canCancel && <CancelOrderButton describedBy={clientId} onCancel={() => onCancel(order)} />}
      </td>
    </tr>
  )
}
