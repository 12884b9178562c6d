import type { OrderHistory } from '@freehub/contract/orders/orders'
import { Moment } from '../../../ui/moment.tsx'
import { Parcel } from './parcel.tsx'
import { doerOf, stepNames } from './steps-in-words.ts'

interface OrderTimelineProps {
  order: OrderHistory
  /** The customer's name, for the staff; null where he himself looks. */
  customer: string | null
}

/** What happened to an order, oldest first. */
export function OrderTimeline({ order, customer }: OrderTimelineProps) {
  const { steps } = order
  // What is known of the parcel now, beside the step that it is known since.
  const told = steps.findLastIndex(({ kind }) => kind === 'shipped' || kind === 'tracking_changed')
  return (
    <section>
      <h2>Timeline</h2>
      <ol className="timeline">
        {steps.map((step, place) => (
          <li key={place}>
            <b>{stepNames[step.kind]}</b>
            <span>
              <Moment at={step.at} />, {doerOf(step, customer)}
            </span>
            {place === told && order.carrier && <Parcel {...order} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
