import { formatCount } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { type MouseEvent, useRef } from 'react'
import { isPlainClick } from '../../../ui/forms/plain-click.ts'
import { SelectAllHead, SelectCell } from '../../../ui/lists/selection-cells.tsx'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import type { Selection } from '../../../ui/lists/use-selection.ts'
import { OrderStageBadge } from '../../../ui/order-stage-badge.tsx'
import { CancelOrderButton } from '../order/cancel-order.tsx'
import { isActionAllowed } from '../order/format-order.ts'
import { PaidMark } from '../order/paid-mark.tsx'
import { ShipOrderButton } from '../staff/ship-order.tsx'
import {
  Deadline,
  type OrderCallbacks,
  OrderCell,
  OrderTitleLink,
  TotalCell,
} from './order-cells.tsx'
import { readCity } from './read-city.ts'

interface ManagedOrdersTableProps extends OrderCallbacks {
  orders: Order[]
  /** True while the table still shows the orders of the previous filters. */
  isStale: boolean
  selection: Selection
  /** The id of the order that is open beside the list. */
  openId: string | null
  onOpen: (id: string) => void
}

export function ManagedOrdersTable(props: ManagedOrdersTableProps) {
  const { orders, isStale, selection, openId, onOpen, ...callbacks } = props
  return (
    <div className="table-frame">
      <table className="table orders-table" aria-label="Orders" aria-busy={isStale}>
        <TableHead
          columns={[
            ['Order', 'order-column'],
            ['Client', 'client-column'],
            'Product',
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
              selection={selection}
              isOpen={order._id === openId}
              onOpen={onOpen}
              {...callbacks}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface OrderRowProps extends OrderCallbacks {
  order: Order
  selection: Selection
  isOpen: boolean
  onOpen: (id: string) => void
}

function OrderRow({ order, selection, isOpen, onOpen, onCancel, onRefused }: OrderRowProps) {
  const actionCell = useRef<HTMLTableCellElement>(null)
  const clientId = `client-${order._id}`
  const canShip = isActionAllowed(order, 'ship')
  const canCancel = isActionAllowed(order, 'cancel')
  const city = readCity(order.address)

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
      <OrderCell order={order} />
      <td data-caption="Client">
        <span className="client-cell">
          <span
            className="client-name max-w-full truncate"
            title={city ? `${order.name}, ${city}` : order.name}
          >
            {order.name}
            {city && <span className="font-normal">, {city}</span>}
          </span>
          <span id={clientId} className="client second" title={order.email}>
            {order.email}
          </span>
        </span>
      </td>
      <td data-caption="Product">
        <OrderTitleLink order={order} />
      </td>
      <td data-caption="Quantity" className="right quantity-cell">
        {formatCount(order.quantity)}
      </td>
      <TotalCell order={order} />
      <td data-caption="Payment" className="payment-cell">
        {order.paid ? (
          <PaidMark order={order} />
        ) : (
          <span className="order-cell">
            <span className="unpaid text-ink-2 font-medium">Unpaid</span>
            <Deadline order={order} label="due" />
          </span>
        )}
      </td>
      <td data-caption="Status" className="status-cell">
        <OrderStageBadge stage={order.stage} />
      </td>
      <td data-caption="Action" className="action-cell" ref={actionCell} tabIndex={-1}>
        {canShip && (
          <ShipOrderButton
            order={order}
            describedBy={clientId}
            onShipped={() => actionCell.current?.focus()}
            onRefused={onRefused}
          />
        )}
        {canCancel && <CancelOrderButton describedBy={clientId} onCancel={() => onCancel(order)} />}
        {!canShip && !canCancel && <span className="second">–</span>}
      </td>
    </tr>
  )
}
