import type { Order } from '@freehub/contract/orders/orders'

/** Numbers of first and last characters of a transaction id that a narrow column shows. */
const SHOWN_START = 7
const SHOWN_END = 8

/** States that an order was paid or refunded, with the transaction id. A narrow column shortens the id in its middle. */
export function PaidMark({ order: { stage, transactionId } }: { order: Order }) {
  const end = Math.max(SHOWN_START, (transactionId?.length ?? 0) - SHOWN_END)
  return (
    <span className="payment">
      <span className="text-ink-2 font-medium">{stage === 'Refunded' ? stage : 'Paid'}</span>
      {transactionId && (
        <span className="transaction" title={transactionId}>
          {transactionId.slice(0, SHOWN_START)}
          <span>{transactionId.slice(SHOWN_START, end)}</span>
          {transactionId.slice(end)}
        </span>
      )}
    </span>
  )
}
