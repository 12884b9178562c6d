import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../../api/call-error.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { IntentsTable } from './intents-table.tsx'
import { orderPayments } from './order-payments-query.ts'
import { RepairOrder } from './repair-order.tsx'

/** For the staff: an order's payments on both sides, where they disagree, and what mends it. */
export function PaymentsPanel({ orderId }: { orderId: string }) {
  const { data, error, isFetching, refetch } = useQuery(orderPayments(orderId))
  return (
    <section className="payments">
      <h2>Payments</h2>
      {error && !isFetching && (
        <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && isFetching && <LoadingScreen />}
      {data?.intents.length === 0 && <p>No payment has been begun.</p>}
      {data && data.intents.length > 0 && <IntentsTable intents={data.intents} />}
      <RepairOrder
        orderId={orderId}
        disagree={data?.intents.some(({ disagreement }) => disagreement !== null) ?? false}
      />
    </section>
  )
}
