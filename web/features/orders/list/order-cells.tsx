import type { ListedOrder, Order } from '@freehub/contract/orders/orders'
import { StickyNote } from 'lucide-react'
import { Link } from 'react-router'
import { pluralize } from '../../../api/format-count.ts'
import { paths } from '../../../paths.ts'
import { badgeClasses, StatusBadge } from '../../../ui/status-badge.tsx'
import { Day, NearTime } from '../../../ui/timestamp.tsx'
import { PartName } from '../../catalog/part-name.tsx'

/** Called by the buttons of an order's row. */
export interface OrderCallbacks {
  onCancel: (order: Order) => void
  onRefused: (reason: string) => void
}

/**
 * An order's number and date. In a narrow table, also its status, because there is no column for
 * it.
 */
export function OrderCell({ order }: { order: Order & Partial<ListedOrder> }) {
  return (
    <td data-caption="Order">
      <span className="order-cell">
        <b className="num">{order.orderNumber}</b>
        <span className="second">
          <Day at={order.placedAt} />
        </span>
        {Boolean(order.noteCount) && (
          <span className="second inline-flex items-center gap-1.25">
            <StickyNote className="w-4 h-4" aria-hidden="true" />
            {pluralize(order.noteCount ?? 0, 'note', 'notes')}
          </span>
        )}
        <span
          className={`narrow-only badge ${badgeClasses[order.stage]}`}
          data-name={order.stage}
        />
      </span>
    </td>
  )
}

/** A link to an order with the names of its parts. */
export function PartsLink({ order: { _id, productName, lineCount } }: { order: Order }) {
  return (
    <span className="order-cell">
      <Link id={`order-${_id}`} to={paths.order(_id)} className="wrap-anywhere">
        <PartName name={productName} />
      </Link>
      {lineCount > 1 && <span className="second">{pluralize(lineCount, 'line', 'lines')}</span>}
    </span>
  )
}

const SOON_MS = 24 * 3600 * 1000

/** The status of an order, and the end of its reservation if it is unpaid. */
export function OrderStatus({ order: { stage, reservedUntil } }: { order: Order }) {
  const leftMs = reservedUntil ? Date.parse(reservedUntil) - Date.now() : 0
  return (
    <span className="order-cell">
      <StatusBadge status={stage} />
      {reservedUntil && (
        <span className={leftMs < SOON_MS ? 'deadline deadline-soon' : 'deadline'}>
          {leftMs > 0 ? (
            <>
              Pay by <NearTime at={reservedUntil} />
            </>
          ) : (
            'Reservation expired'
          )}
        </span>
      )}
    </span>
  )
}
