import { useQuery } from '@tanstack/react-query'
import { Moment } from '../../../ui/moment.tsx'
import { orderPayments } from './order-payments-query.ts'

/** For the staff: what the card provider told the shop of an order, beside what the shop did. */
export function ProviderEvents({ orderId }: { orderId: string }) {
  const { data, isError } = useQuery(orderPayments(orderId))
  return (
    <section>
      <h2>Card provider’s events</h2>
      {data?.events.length === 0 && <p className="second">The provider has told nothing yet.</p>}
      {!data && isError && <p className="second">They cannot be shown now.</p>}
      <ol className="timeline">
        {data?.events.map(({ id, type, intentId, receivedAt, outcome }) => (
          <li key={id}>
            <b>{type}</b>
            <span>
              <Moment at={receivedAt} />
              {outcome ? `, ${outcome}` : ', not dealt with yet'}
            </span>
            {intentId && <span className="transaction">{intentId}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
