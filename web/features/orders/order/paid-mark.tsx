import type { Order } from '@freehub/contract/orders/orders'
import { CheckIcon } from '../../../ui/icons.tsx'

/** States that an order was paid, with the transaction id. A narrow column cuts the id off. */
export function PaidMark({ order: { stage, transactionId } }: { order: Order }) {
  const isRefunded = stage === 'Refunded'
  return (
    <span className="payment">
      <span className={isRefunded ? 'second' : 'paid'}>
        {!isRefunded && <CheckIcon />}
        Paid
      </span>
      {transactionId && (
        <span className="transaction" title={transactionId}>
          {transactionId}
        </span>
      )}
    </span>
  )
}
