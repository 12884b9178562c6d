import { formatCount, formatDollars, pluralize } from '@freehub/contract/money'
import type { ListedOrder, Order, OrderOutcome } from '@freehub/contract/orders/orders'
import { StickyNote } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { preventBreaks } from '../../../ui/no-break.tsx'
import { badgeClasses } from '../../../ui/order-stage-badge.tsx'
import { Day, formatDay, formatNearTime, NearTime } from '../../../ui/timestamp.tsx'

/** Called by the buttons of an order's row. */
export interface OrderCallbacks {
  onCancel: (order: Order) => void
  onRefused: (reason: string) => void
}

interface OrderCellProps {
  order: Order & Partial<ListedOrder>
  /** True if a narrow table shows the client here. Then this link, not the title, has the id `order-…`. */
  isForStaff?: boolean
}

/**
 * An order's number and date, for customers its reference, and whether it has notes. Elements with `data-text` are
 * empty: in narrow tables, CSS shows the attribute.
 */
export function OrderCell({ order, isForStaff }: OrderCellProps) {
  return (
    <td className="number-cell whitespace-nowrap">
      <span className="order-cell">
        <span className="flex items-center gap-1.5">
          <b className="num">
            <Link id={isForStaff ? `order-${order._id}` : undefined} to={paths.order(order._id)}>
              {order.orderNumber}
            </Link>
          </b>
          {Boolean(order.noteCount) && <NoteMark count={order.noteCount ?? 0} />}
        </span>
        {isForStaff && <span className="narrow-only font-medium" data-text={order.name} />}
        <span className="secondary">
          <Day at={order.placedAt} />
        </span>
        {!isForStaff && order.reference && (
          <span className="secondary order-reference" title={order.reference}>
            {order.reference}
          </span>
        )}
      </span>
    </td>
  )
}

function NoteMark({ count }: { count: number }) {
  const text = pluralize(count, 'note', 'notes')
  return (
    <span className="secondary" title={text}>
      <StickyNote className="w-4 h-4" aria-hidden="true" />
      <span className="sr-only">{text}</span>
    </span>
  )
}

interface TotalCellProps {
  order: Order
  /** The words before the time at which the reservation expires. */
  deadlineLabel: string
  outcome: OutcomeProps
  /** A warning about the order's status. */
  warning?: string | undefined
}

/**
 * The total of an order. In a narrow table, also its stage, deadline, outcome and warning, which have no columns there.
 */
export function TotalCell({ order, deadlineLabel, outcome, warning }: TotalCellProps) {
  const { totalPrice, stage } = order
  return (
    <td className="right total-cell">
      <span className="order-cell justify-items-end">
        <span className="total-status">
          <span className={`narrow-only badge ${badgeClasses[stage]}`} data-text={stage} />
          {formatDollars(totalPrice)}
        </span>
        <span className="quantity-below-total secondary" data-text={formatOrderQuantity(order)} />
        <NarrowDeadline order={order} label={deadlineLabel} />
        <NarrowOutcome {...outcome} />
        {warning && <span className="deadline narrow-only" data-text={warning} />}
      </span>
    </td>
  )
}

const formatOrderQuantity = ({ quantity }: Order) => `${formatCount(quantity)} pcs`

/** The deadline in a narrow table, until it has passed. */
export function NarrowDeadline({ order: { reservedUntil }, label }: DeadlineProps) {
  if (!reservedUntil || !isFuture(reservedUntil)) return null
  return (
    <span
      className={`narrow-only ${getDeadlineClass(reservedUntil)}`}
      data-text={`${label} ${formatNearTime(reservedUntil)}`}
    />
  )
}

export const formatTotalPrice = (orders: Order[]) =>
  formatDollars(orders.reduce((sum, { totalPrice }) => sum + totalPrice, 0))

interface OrderTitleProps {
  order: Order
  /** True if the title is the link to the order. Then it ends with "and 11 more" instead of the number of order lines. */
  isLink?: boolean
}

/**
 * The first part of an order. A narrow table also shows the quantity and the number of order lines here, because it has
 * no column for them.
 */
export function OrderTitle({ order, isLink }: OrderTitleProps) {
  const { _id, productName, lineCount } = order
  const quantity = formatOrderQuantity(order)
  const more = isLink && MORE_LINES.exec(productName)?.[1]
  const lines = !isLink && lineCount > 1 ? pluralize(lineCount, 'line', 'lines') : undefined
  const title = {
    className: 'wrap-anywhere order-title',
    title: productName,
    children: preventBreaks(productName.replace(MORE_LINES, '')),
  }
  return (
    <span className="order-cell">
      {isLink ? <Link id={`order-${_id}`} to={paths.order(_id)} {...title} /> : <span {...title} />}
      <span
        className="secondary narrow-only font-normal"
        data-text={[more, quantity, lines].filter(Boolean).join(', ')}
        data-lines={more || lines}
      />
      {more && <span className="secondary font-normal wide-only">{more}</span>}
    </span>
  )
}

/** The end of an order's title, such as ` and 41 more`. It has its own line, so that a long name does not cut it off. */
const MORE_LINES = / (and [\d,]+ more)$/

interface DeadlineProps {
  order: Pick<Order, 'reservedUntil'>
  /** The words before the time. */
  label: string
}

/** The time at which the reservation of an unpaid order expires. */
export function Deadline({ order: { reservedUntil }, label }: DeadlineProps) {
  if (!reservedUntil) return null
  return (
    <span className={getDeadlineClass(reservedUntil)}>
      {isFuture(reservedUntil) ? (
        <>
          {label} <NearTime at={reservedUntil} />
        </>
      ) : (
        'Reservation expired'
      )}
    </span>
  )
}

const isFuture = (at: string) => Date.parse(at) > Date.now()

const SOON_MS = 24 * 3600 * 1000

/** Highlights a deadline that is near or over. */
const getDeadlineClass = (at: string) =>
  Date.parse(at) - Date.now() < SOON_MS ? 'deadline text-warn font-medium' : 'deadline'

interface OutcomeProps {
  outcome: OrderOutcome | undefined
  /** The word for the customer: "you" on their own screens. */
  customer: string
}

/** When an order was shipped, cancelled or refunded, with a link to its parcel or the reason. */
export function Outcome({ outcome, customer }: OutcomeProps) {
  if (!outcome) return null
  const { at, trackingUrl } = outcome
  const detail = formatOutcomeDetail(outcome, customer)
  return (
    <span className="deadline wrap-anywhere">
      <time dateTime={at}>{formatDay(at)}</time>
      {detail && ', '}
      {trackingUrl ? (
        <a href={trackingUrl} target="_blank" rel="noreferrer" title="Track parcel">
          {detail}
        </a>
      ) : (
        detail
      )}
    </span>
  )
}

/** The outcome in a narrow table, below the status: `28 Nov, by you`. */
function NarrowOutcome({ outcome, customer }: OutcomeProps) {
  if (!outcome) return null
  const { at, trackingUrl } = outcome
  const text = [formatDay(at), formatOutcomeDetail(outcome, customer)].filter(Boolean).join(', ')
  if (!trackingUrl) return <span className="deadline narrow-only wrap-anywhere" data-text={text} />
  return (
    <a
      className="deadline narrow-only wrap-anywhere py-2 -my-2"
      data-text={text}
      href={trackingUrl}
      target="_blank"
      rel="noreferrer"
    >
      <span className="sr-only">Track parcel: </span>
    </a>
  )
}

function formatOutcomeDetail({ cancelledBy, carrier }: OrderOutcome, customer: string) {
  if (!cancelledBy) return carrier
  if (cancelledBy === 'shop') return 'not paid in time'
  return `by ${cancelledBy === 'customer' ? customer : 'staff'}`
}
