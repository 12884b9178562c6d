import { formatError } from '../../../api/call-error.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { formatRepairOutcome } from './format-intents.ts'
import { useRepairOrder } from './repair.ts'

/** A button that repairs the payments of an order, and the list of what it did. */
export function RepairOrder({
  orderId,
  hasDifferences,
}: {
  orderId: string
  hasDifferences: boolean
}) {
  const { mutate, isPending, data, error } = useRepairOrder()
  const repair = useMutateOnce(mutate)
  const outcome = data && !isPending && formatRepairOutcome(data.did, hasDifferences)
  return (
    <div className="repair">
      <button
        type="button"
        className={hasDifferences ? 'btn' : 'btn btn-outline'}
        aria-busy={isPending}
        aria-describedby="repair-does"
        onClick={() => repair(orderId)}
      >
        {isPending ? 'Checking …' : 'Repair'}
      </button>
      <p id="repair-does" className="second">
        Checks this order's payments with the card provider and fixes differences.
      </p>
      <div role="status">
        {data && data.did.length > 0 && (
          <ul className="repaired">
            {data.did.map((done) => (
              <li key={done}>{done}</li>
            ))}
          </ul>
        )}
        {outcome && <p>{outcome}</p>}
      </div>
      {error && !isPending && (
        <ErrorNote text={`The repair did not finish. ${formatError(error)}`} />
      )}
    </div>
  )
}
