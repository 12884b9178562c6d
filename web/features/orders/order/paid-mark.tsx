import type { Order } from '@freehub/contract/orders/orders'

/** States that an order was paid or refunded, with the transaction id. A narrow column cuts the id off. */
export function PaidMark({ order: { stage, transactionId } }: { order: Order }) {
  return (
    <span className="payment">
      <span className="text-ink-2 font-medium">{stage === 'Refunded' ? stage : 'Paid'}</span>
      {transactionId && (
        <span className="transaction" title={transactionId}>
          {transactionId}
        </span>
      )}
    </span>
  )
}
