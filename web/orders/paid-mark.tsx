import { CheckIcon } from '../ui/icons.tsx'

/** Paid, and the transaction it was paid by. */
export function PaidMark({ transactionId }: { transactionId: string | null }) {
  return (
    <span>
      <span className="paid">
        <CheckIcon />
        Paid
      </span>
      <span className="transaction">{transactionId}</span>
    </span>
  )
}
