import { formatCents, formatCount, formatDollars, pluralize } from '@freehub/contract/money'
import type { OrderHistory, OrderLine } from '@freehub/contract/orders/orders'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { ensureDone } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ActionDialog, type DialogCallbacks } from '../../../ui/dialogs/action-dialog.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { refetchOrdersAndParts } from '../list/orders-queries.ts'
import { isActionAllowed } from './order-rules.ts'

interface OrderLinesProps {
  order: OrderHistory
  onCancel: (line: OrderLine) => void
}

/** All lines of an order. Before the payment, each line can be cancelled. */
export function OrderLines({ order, onCancel }: OrderLinesProps) {
  const { lines } = order
  const canCancel = isActionAllowed(order, 'cancel')
  const actionColumn = {
    name: 'Action',
    headClassName: 'right',
    className: 'right',
    render: (line: OrderLine) => <LineAction line={line} onCancel={canCancel && onCancel} />,
  }
  const hasActions = canCancel || lines.some(isCancelled)
  return (
    <section className="order-lines-section">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 mb-4">
        <h2 className="text-[30px]">Lines</h2>
        <p className="secondary tabular-nums">
          {pluralize(order.lineCount, 'line', 'lines')},{' '}
          {pluralize(order.quantity, 'piece', 'pieces')}
        </p>
      </div>
      <DataTable
        label="Lines"
        className={hasActions ? 'order-lines order-lines-actions' : 'order-lines'}
        rows={lines}
        getKey={({ line }) => line}
        columns={[
          { name: 'Part', render: (line) => <PartCell line={line} /> },
          {
            name: 'Quantity',
            number: (line) => <Struck if={isCancelled(line)}>{formatCount(line.quantity)}</Struck>,
          },
          {
            name: 'Price per unit',
            number: (line) => (
              <Struck if={isCancelled(line)}>{formatCents(line.unitPriceCents)}</Struck>
            ),
          },
          {
            name: 'Total',
            number: (line) => (
              <Struck if={isCancelled(line)}>
                {formatCents(line.unitPriceCents * line.quantity)}
              </Struck>
            ),
          },
          ...(hasActions ? [actionColumn] : []),
        ]}
      />
    </section>
  )
}

/** True for a cancelled line. A line can only be cancelled as a whole. */
const isCancelled = ({ cancelledQuantity }: OrderLine) => cancelledQuantity > 0

function PartCell({ line }: { line: OrderLine }) {
  const { productId, name, sku } = line
  return (
    <span className="order-link">
      <span className="secondary num">{sku ? `${line.line} · ${sku}` : line.line}</span>
      <Link to={paths.part(productId)} className="wrap-anywhere">
        <Struck if={isCancelled(line)}>
          <PartName name={name} />
        </Struck>
      </Link>
    </span>
  )
}

/** Strikes through the content if `if` is true, as for a cancelled line. */
function Struck({ if: isStruck, children }: { if: boolean; children: ReactNode }) {
  return isStruck ? <s className="secondary">{children}</s> : children
}

interface LineActionProps {
  line: OrderLine
  onCancel: OrderLinesProps['onCancel'] | false
}

function LineAction({ line, onCancel }: LineActionProps) {
  if (isCancelled(line)) return <span className="badge badge-over">Cancelled</span>
  if (!onCancel) return <span className="secondary">–</span>
  return (
    <Button
      variant="danger"
      small
      aria-label={`Cancel Line: ${line.name}`}
      onClick={() => onCancel(line)}
    >
      Cancel Line
    </Button>
  )
}

/** True if all other lines are cancelled. Cancelling this line cancels the order. */
export function isOnlyActiveLine({ lines }: OrderHistory, { line }: OrderLine): boolean {
  return lines.every((other) => other.line === line || isCancelled(other))
}

interface CancelLineDialogProps extends DialogCallbacks {
  order: OrderHistory
  line: OrderLine
}

export function CancelLineDialog({ order, line, ...callbacks }: CancelLineDialogProps) {
  const { quantity, unitPriceCents, name } = line
  const newTotal = order.totalPrice - (quantity * unitPriceCents) / 100
  const formattedQuantity = pluralize(quantity, 'piece', 'pieces')
  return (
    <ActionDialog
      action={{
        send: () =>
          ensureDone(
            () =>
              call<{ cancelledCount: number }>(
                'DELETE',
                `/api/orders/${encodeURIComponent(order._id)}/lines?lines=${line.line}`,
              ),
            { cancelledCount: 1 },
          ),
        getRefusal: ({ cancelledCount }) =>
          cancelledCount === 0 && 'This line was already cancelled.',
        toast: `Line ${line.line} of order ${order.orderNumber} cancelled`,
        failure: 'The line was not cancelled.',
        refetch: refetchOrdersAndParts,
      }}
      title="Cancel this line?"
      text={`${formattedQuantity} of ${name} will be removed from order ${order.orderNumber}. The new total is ${formatDollars(newTotal)}. It can’t be undone.`}
      confirmLabel="Yes, Cancel"
      {...callbacks}
    />
  )
}
