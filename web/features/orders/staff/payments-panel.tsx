import { formatDollars } from '@freehub/contract/money'
import type { OrderIntent, OrderPayments } from '@freehub/contract/payments/calls'
import { useQuery } from '@tanstack/react-query'
import { getQuery } from '../../../api/get-query.ts'
import { CheckIcon, WarnIcon } from '../../../ui/icons.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { QueryError } from '../../../ui/query-state.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { ORDERS_QUERY_KEY } from '../list/orders-queries.ts'
import { formatProviderState, recordedStateLabels } from './format-intents.ts'
import { RepairOrder } from './repair-order.tsx'

/** The payments of an order, for staff: mismatches with the card provider, and their repair. */
export function PaymentsPanel({ orderId }: { orderId: string }) {
  const query = useQuery(orderPaymentsQuery(orderId))
  const { data, isFetching } = query
  return (
    <section className="payments print:hidden">
      <h2>Payments</h2>
      {!isFetching && <QueryError query={query} />}
      {!data && isFetching && <LoadingScreen />}
      {data?.intents.length === 0 && <p>No payments yet.</p>}
      <IntentsTable intents={data?.intents} />
      <RepairOrder
        orderId={orderId}
        hasMismatches={data?.intents.some(({ disagreement }) => disagreement !== null)}
      />
      {data && <ProviderEvents events={data.events} />}
    </section>
  )
}

/** The webhook events of an order's payments. Collapsed, because staff need them only to explain a mismatch. */
function ProviderEvents({ events }: Pick<OrderPayments, 'events'>) {
  return (
    <details className="mt-6">
      <summary>
        <h3>Card provider’s events ({events.length})</h3>
      </summary>
      {events.length === 0 && <p className="secondary mt-4">No events yet.</p>}
      <ol className="timeline mt-4">
        {events.map(({ id, type, intentId, receivedAt, outcome }) => (
          <li key={id}>
            <b className="font-semibold wrap-anywhere">{type}</b>
            <span>
              <Timestamp at={receivedAt} />
              {outcome ? `, ${outcome}` : ', not processed yet'}
            </span>
            {intentId && <span className="transaction">{intentId}</span>}
          </li>
        ))}
      </ol>
    </details>
  )
}

function IntentsTable({ intents }: { intents: OrderIntent[] | undefined }) {
  return (
    <DataTable
      rows={intents}
      getKey={({ id }) => id}
      columns={[
        {
          name: 'Payment',
          render: ({ id, createdAt }) => (
            <>
              <span className="transaction">{id}</span>
              <span className="secondary block text-small">
                <Timestamp at={createdAt} />
              </span>
            </>
          ),
        },
        { name: 'Amount', number: ({ amount }) => formatDollars(amount) },
        {
          name: 'Our records',
          render: ({ state, refundId }) => (
            <span>
              {recordedStateLabels[state]}
              {refundId && <span className="transaction">{refundId}</span>}
            </span>
          ),
        },
        { name: 'Card provider', render: ({ provider }) => formatProviderState(provider) },
        {
          name: 'Match',
          render: ({ disagreement }) => <MatchStatus mismatch={disagreement} />,
        },
      ]}
    />
  )
}

/** States that ledger and provider agree, or how they differ. */
function MatchStatus({ mismatch }: { mismatch: string | null }) {
  return mismatch ? (
    <span className="inline-flex gap-1.75 text-bad font-semibold [&>svg]:size-4.25 [&>svg]:mt-0.75">
      <WarnIcon />
      {mismatch}
    </span>
  ) : (
    <span className="paid">
      <CheckIcon />
      Matches
    </span>
  )
}

const orderPaymentsQuery = (id: string) => ({
  ...getQuery<OrderPayments>(
    [...ORDERS_QUERY_KEY, 'payments', id],
    `/api/orders/${encodeURIComponent(id)}/payments`,
  ),
  // Staff see an outage of the provider immediately and retry themselves.
  retry: false,
})
