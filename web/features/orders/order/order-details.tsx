import { formatDollars, pluralize } from '@freehub/contract/money'
import type { OrderHistory } from '@freehub/contract/orders/orders'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { EmailLink, PhoneLink } from '../../../ui/contact-links.tsx'
import { CopyableText } from '../../../ui/copy-button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { formatActor, stepLabels } from './format-order.ts'

type Row = [caption: string, value: ReactNode]

interface OrderDataProps {
  order: OrderHistory
  /** True if staff view the order. Staff get links to the client and copy buttons. */
  isStaff: boolean
}

export function OrderData({ order, isStaff }: OrderDataProps) {
  const hasSeveralLines = order.lines.length > 1
  const rows: Row[] = [
    ['Quantity', !hasSeveralLines && pluralize(order.quantity, 'piece', 'pieces')],
    ['Price per unit', !hasSeveralLines && formatDollars(order.totalPrice / order.quantity)],
    ...listClientRows(order, isStaff),
  ]
  return <DescriptionList rows={rows} />
}

/** The client of an order, for staff. */
export function ClientData({ order }: { order: OrderHistory }) {
  return <DescriptionList rows={listClientRows(order, true)} />
}

/** Lists the contact data. `isLinked`: the client has an account, to which the name links. */
function listContact({ name, email, phone }: OrderHistory, isLinked: boolean): Row[] {
  return [
    ['Ordered by', isLinked ? <Link to={paths.person(email)}>{name}</Link> : name],
    ['Email', isLinked ? <EmailLink email={email} /> : <EmailAddress email={email} />],
    ['Phone', isLinked ? <PhoneLink number={phone} /> : phone],
  ]
}

/** Lists the client, the address and the data of the purchase. */
const listClientRows = (order: OrderHistory, isStaff: boolean): Row[] => [
  ...listContact(order, isStaff && order.email !== ''),
  ['Address', renderText(isStaff ? renderCopyable(order.address, 'address') : order.address)],
  ['Reference', renderText(order.reference)],
  ['Note', renderText(order.note)],
  ['Ordered on', <Timestamp key="moment" at={order.placedAt} />],
  [
    'Transaction ID',
    isStaff ? renderCopyable(order.transactionId, 'transaction ID') : order.transactionId,
  ],
]

/** Renders a text that may have several lines. */
const renderText = (text: ReactNode) => text && <span className="order-text">{text}</span>

const renderCopyable = (text: string | null, label: string) =>
  text && <CopyableText text={text} label={label} />

export function OrderTotal({ order }: { order: OrderHistory }) {
  return (
    <p className={order.stage === 'Cancelled' ? 'total total-undue' : 'total'}>
      <span className="cap">Total Price</span>
      <b>{formatDollars(order.totalPrice)}</b>
    </p>
  )
}

interface OrderTimelineProps {
  order: OrderHistory
  /** The customer's name if staff view the order. Null if the customer views it. */
  customer: string | null
}

/** The steps of an order, oldest first. */
export function OrderTimeline({ order, customer }: OrderTimelineProps) {
  const { steps } = order
  // The current tracking data belong to the step that last changed them.
  const trackingIndex = steps.findLastIndex(
    ({ kind }) => kind === 'shipped' || kind === 'tracking_changed',
  )
  return (
    <section className="order-timeline">
      <h2>Timeline</h2>
      <ol className="timeline">
        {steps.map((step, index) => (
          <li key={index}>
            <b className="font-semibold wrap-anywhere">{stepLabels[step.kind]}</b>
            <span>
              <Timestamp at={step.at} />, {formatActor(step, customer)}
            </span>
            {step.reason && <span className="wrap-anywhere">{step.reason}</span>}
            {index === trackingIndex && order.carrier && <TrackingInfo {...order} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

type TrackingInfoProps = Pick<OrderHistory, 'carrier' | 'trackingNumber' | 'trackingUrl'>

function TrackingInfo({ carrier, trackingNumber, trackingUrl }: TrackingInfoProps) {
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5 items-baseline">
      {carrier}
      {trackingNumber && <span className="transaction">{trackingNumber}</span>}
      {trackingUrl && (
        <a href={trackingUrl} target="_blank" rel="noreferrer">
          Track parcel
        </a>
      )}
    </span>
  )
}
