import type { Order } from '@freehub/contract/orders/orders'

/** The characters of a transaction id that a narrow column replaces by an ellipsis. */
const MIDDLE = [7, -8] as const

/** States that an order was paid or refunded, with the transaction id. A narrow column shortens the id in its middle. */
export function PaidMark({ order: { stage, transactionId } }: { order: Order }) {
  return (
    <span className="payment">
      <span className="text-ink-2 font-medium">{stage === 'Refunded' ? stage : 'Paid'}</span>
      {transactionId && (
        <span className="transaction" title={transactionId}>
          {transactionId.slice(0, MIDDLE[0])}
          <span>{transactionId.slice(...MIDDLE)}</span>
          {transactionId.slice(MIDDLE[1])}
        </span>
      )}
    </span>
  )
}
