import { sentenceOf } from '../../../api/call-error.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { leftByRepair } from './intents-in-words.ts'
import { useRepair } from './repair.ts'

/** Repairs an order's payments, and says what it did. `disagree`: there is something to repair. */
export function RepairOrder({ orderId, disagree }: { orderId: string; disagree: boolean }) {
  const { mutate, isPending, data, error } = useRepair()
  const repair = useMutateOnce(mutate)
  const left = data && !isPending && leftByRepair(data.did, disagree)
  return (
    <div className="repair">
      <button
        type="button"
        className={disagree ? 'btn' : 'btn btn-outline'}
        aria-busy={isPending}
        aria-describedby="repair-does"
        onClick={() => repair(orderId)}
      >
        {isPending ? 'Asking the provider …' : 'Repair'}
      </button>
      <p id="repair-does" className="second">
        Asks the card provider about every payment of this order and sets the books right.
      </p>
      <div role="status">
        {data && data.did.length > 0 && (
          <ul className="repaired">
            {data.did.map((done) => (
              <li key={done}>{done}</li>
            ))}
          </ul>
        )}
        {left && <p>{left}</p>}
      </div>
      {error && !isPending && (
        <ErrorNote text={`The repair was not finished. ${sentenceOf(error)}`} />
      )}
    </div>
  )
}
