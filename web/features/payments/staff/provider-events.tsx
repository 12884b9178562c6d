import { useQuery } from '@tanstack/react-query'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { orderPaymentsQuery } from './order-payments-query.ts'

/** The webhook events of an order and their outcomes, for staff. */
export function ProviderEvents({ orderId }: { orderId: string }) {
  const { data, isError } = useQuery(orderPaymentsQuery(orderId))
  return (
    <section>
      <h2>Card provider’s events</h2>
      {data?.events.length === 0 && <p className="second">No events yet.</p>}
      {!data && isError && <p className="second">Events could not be loaded.</p>}
      <ol className="timeline">
        {data?.events.map(({ id, type, intentId, receivedAt, outcome }) => (
          <li key={id}>
            <b>{type}</b>
            <span>
              <Timestamp at={receivedAt} />
              {outcome ? `, ${outcome}` : ', not processed yet'}
            </span>
            {intentId && <span className="transaction">{intentId}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
