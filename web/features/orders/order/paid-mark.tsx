import { CheckIcon } from '../../../ui/icons.tsx'

export function PaidMark({ transactionId }: { transactionId: string | null }) {
  return (
    <span>
      <span className="paid">
        <CheckIcon />
        Paid
      </span>
      <span className="transaction">{transactionId && breakInMiddle(transactionId)}</span>
    </span>
  )
}

/** Lets a narrow column break the id in the middle, never after a single letter. */
function breakInMiddle(id: string) {
  const middle = Math.ceil(id.length / 2)
  return (
    <>
      {id.slice(0, middle)}
      <wbr />
      {id.slice(middle)}
    </>
  )
}
