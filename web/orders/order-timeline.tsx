import type { OrderHistory } from '@freehub/contract/orders'
import { Moment } from '../ui/moment.tsx'
import { doerOf, stepNames } from './steps-in-words.ts'

interface OrderTimelineProps {
  steps: OrderHistory['steps']
  /** The customer's name, for the staff; null where he himself looks. */
  customer: string | null
}

/** What happened to an order, oldest first. */
export function OrderTimeline({ steps, customer }: OrderTimelineProps) {
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
          </li>
        ))}
      </ol>
    </section>
  )
}
