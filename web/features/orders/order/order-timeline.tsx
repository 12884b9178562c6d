import type { OrderHistory } from '@freehub/contract/orders/orders'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { formatActor, stepLabels } from './format-step.ts'
import { TrackingInfo } from './tracking-info.tsx'

interface OrderTimelineProps {
  order: OrderHistory
  /** The customer's name if staff are viewing; null if the customer is. */
  customer: string | null
}

/** The steps of an order, oldest first. */
export function OrderTimeline({ order, customer }: OrderTimelineProps) {
  const { steps } = order
  // Shows the current tracking data at the step that last changed it.
  const trackingIndex = steps.findLastIndex(
    ({ kind }) => kind === 'shipped' || kind === 'tracking_changed',
  )
  return (
    <section>
      <h2>Timeline</h2>
      <ol className="timeline">
        {steps.map((step, index) => (
          <li key={index}>
            <b>{stepLabels[step.kind]}</b>
            <span>
              <Timestamp at={step.at} />, {formatActor(step, customer)}
            </span>
            {index === trackingIndex && order.carrier && <TrackingInfo {...order} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
