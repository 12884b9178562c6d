import { CheckIcon } from '../../../ui/icons.tsx'

/** States that an order is paid, with the transaction id. A narrow column cuts the id off. */
export function PaidMark({ transactionId }: { transactionId: string | null }) {
  return (
    <span className="payment">
      <span className="paid">
        <CheckIcon />
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
