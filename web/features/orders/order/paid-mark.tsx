import { CheckIcon } from '../../../ui/icons.tsx'

/** Paid, and the transaction it was paid by. */
export function PaidMark({ transactionId }: { transactionId: string | null }) {
  return (
    <span>
      <span className="paid">
        <CheckIcon />
        Paid
      </span>
      <span className="transaction">{transactionId && inHalves(transactionId)}</span>
    </span>
  )
}

/** Broken, where it must be, in the middle, so that no letter stands alone. */
function inHalves(id: string) {
  const middle = Math.ceil(id.length / 2)
  return (
    <>
      {id.slice(0, middle)}
      <wbr />
      {id.slice(middle)}
    </>
  )
}
