import '../../../style/fitment/part-answer.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Options, SelectField } from '../../../ui/forms/select-field.tsx'
import { CheckIcon, WarnIcon } from '../../../ui/icons.tsx'
import { QueryError } from '../../../ui/query-state.tsx'
import { fitCheckQuery, profilesQuery } from '../fitment-queries.ts'
import { answerFit } from './answer-fit.ts'
import { readChosenBike, storeChosenBike } from './chosen-bike.ts'

/** "Does it fit my …?": states whether the part fits one of the customer's bikes, with the reason. */
export default function PartOnBike({ id }: { id: string }) {
  const query = useQuery(profilesQuery)
  const { data: profiles } = query
  const [storedId, setStoredId] = useState(readChosenBike)
  if (!profiles) {
    return (
      query.error && (
        <div className="mt-10">
          <QueryError query={query} />
        </div>
      )
    )
  }
  const chosenId = profiles.find(({ _id }) => _id === storedId)?._id ?? ''

  function choose(next: string) {
    storeChosenBike(next)
    setStoredId(next)
  }

  return (
    <section
      className={`grid gap-3 mt-10 pt-6 border-t border-t-rule ${chosenId ? '' : 'print:hidden'}`}
      aria-label="Does it fit my bike?"
    >
      {profiles.length === 0 ? (
        <p>
          Does it fit your bike? <Link to={paths.bikes}>Add a bike</Link> to find out.
        </p>
      ) : (
        <>
          <SelectField
            label="Does it fit my …?"
            className="print:hidden"
            value={chosenId}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">Choose a bike</option>
            <Options of={profiles.map(({ _id, name }) => [_id, name])} />
          </SelectField>
          <div aria-live="polite">{chosenId && <Answer id={id} bike={chosenId} />}</div>
        </>
      )}
    </section>
  )
}

function Answer({ id, bike }: { id: string; bike: string }) {
  const query = useQuery(fitCheckQuery([id], bike))
  if (query.error) return <QueryError query={query} />
  const { data, isPlaceholderData } = query
  if (!data || isPlaceholderData) return null
  const { state, text, openNeeds } = answerFit(data)
  return (
    <>
      <p className="part-answer flex gap-2 font-medium [&>svg]:mt-0.5" data-state={state}>
        {state === 'fits' && <CheckIcon />}
        {state === 'conflict' && <WarnIcon />}
        {text}
      </p>
      {openNeeds.length > 0 && (
        <div className="mt-2 text-ink-2 text-label">
          <p>Not known:</p>
          <ul className="pl-[1.2em] list-disc">
            {openNeeds.map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
