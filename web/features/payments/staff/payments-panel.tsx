import { useQuery } from '@tanstack/react-query'
import { formatError } from '../../../api/call-error.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { IntentsTable } from './intents-table.tsx'
import { orderPaymentsQuery } from './order-payments-query.ts'
import { RepairOrder } from './repair-order.tsx'

/** The payments of an order, for staff: differences from the card provider, and their repair. */
export function PaymentsPanel({ orderId }: { orderId: string }) {
  const { data, error, isFetching, refetch } = useQuery(orderPaymentsQuery(orderId))
  return (
    <section className="payments">
      <h2>Payments</h2>
      {error && !isFetching && (
        <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />
      )}
      {!data && isFetching && <LoadingScreen />}
      {data?.intents.length === 0 && <p>No payments yet.</p>}
      {data && data.intents.length > 0 && <IntentsTable intents={data.intents} />}
      <RepairOrder
        orderId={orderId}
        hasDifferences={data?.intents.some(({ disagreement }) => disagreement !== null) ?? false}
      />
    </section>
  )
}
