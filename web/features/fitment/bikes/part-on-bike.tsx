import '../../../style/fitment/part-on-bike.css'
import type { FitCheck } from '@freehub/contract/fitment/fitment'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { tryStorage } from '../../../api/storage.ts'
import { paths } from '../../../paths.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { CheckIcon, WarnIcon } from '../../../ui/icons.tsx'
import { fitCheckQuery, profilesQuery } from '../fitment-queries.ts'

const STORAGE_KEY = 'fitBike'

/** "Does it fit my …?": answers for one of the customer's bikes, with the reason in a sentence. */
export default function PartOnBike({ id }: { id: string }) {
  const { data: profiles } = useQuery(profilesQuery)
  const [stored, setStored] = useState(() => tryStorage(() => sessionStorage.getItem(STORAGE_KEY)))
  if (!profiles) return null
  const chosen = profiles.find(({ _id }) => _id === stored)?._id ?? ''

  function choose(next: string) {
    tryStorage(() => sessionStorage.setItem(STORAGE_KEY, next))
    setStored(next)
  }

  return (
    <section className="part-on-bike" aria-label="Does it fit my bike?">
      {profiles.length === 0 ? (
        <p>
          Does it fit your bike? <Link to={paths.bikes}>Add a bike</Link> to find out.
        </p>
      ) : (
        <>
          <SelectField
            label="Does it fit my …?"
            value={chosen}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">Choose a bike</option>
            {profiles.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </SelectField>
          <div aria-live="polite">{chosen && <Answer id={id} bike={chosen} />}</div>
        </>
      )}
    </section>
  )
}

function Answer({ id, bike }: { id: string; bike: string }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(fitCheckQuery([id], bike))
  if (error) return <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />
  if (!data || isPlaceholderData) return null
  const { state, text } = answerFit(data)
  return (
    <p className="part-answer" data-state={state}>
      {state === 'fits' && <CheckIcon />}
      {state === 'conflict' && <WarnIcon />}
      {text}
    </p>
  )
}

/** Answers from the check of one part: the first conflict, or the first fit, or that nothing is known. */
function answerFit({ bike, conflicts, fits }: Pick<FitCheck, 'bike' | 'conflicts' | 'fits'>) {
  const [conflict] = conflicts
  if (conflict) return { state: 'conflict', text: `No. ${conflict.why}` }
  const [fit] = fits
  if (fit) return { state: 'fits', text: `Yes. ${fit.why}` }
  const text = `Not known. ${bike ?? 'This bike'} has no entry for what this part fits.`
  return { state: 'unknown', text }
}
