import { useSend } from '../../../api/use-send.ts'
import '../../../style/fitment/bikes.css'
import type { PartFits } from '@freehub/contract/catalog/parts'
import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import type { FitInterface } from '@freehub/contract/fitment/fitment'
import { FITS_MAXIMUM } from '@freehub/contract/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../../api/call.ts'
import { CallError, formatError } from '../../../api/call-error.ts'
import { getQuery } from '../../../api/get-query.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { FitEntries, hasOnlyEntryErrors, listFilledEntries, toFormEntry } from '../fit-entries.tsx'
import { interfacesQuery } from '../fitment-queries.ts'

const toPath = (id: string) => `/api/parts/${encodeURIComponent(id)}/fits`
export const partFitsQuery = (id: string) =>
  getQuery<PartFits>([PARTS_QUERY_KEY, id, 'fits'], toPath(id))

/** Edits a part's needs and offers, for staff. */
export function PartFitsForm({ id }: { id: string }) {
  const fits = useQuery(partFitsQuery(id))
  const interfaces = useQuery(interfacesQuery)
  return (
    <>
      <QueryState query={fits} />
      {!fits.isPending && <QueryState query={interfaces} />}
      {fits.data && fits.isFetchedAfterMount && interfaces.data && (
        <FitsForm id={id} fits={fits.data} interfaces={interfaces.data} />
      )}
    </>
  )
}

interface FitsFormProps {
  id: string
  fits: PartFits
  interfaces: FitInterface[]
}

function FitsForm({ id, fits, interfaces }: FitsFormProps) {
  const client = useQueryClient()
  // Later refetches must not change the open form.
  const [seen, setSeen] = useState(fits.entries)
  const [entries, setEntries] = useState(() => fits.entries.map(toFormEntry))
  const [isSubmitted, setSubmitted] = useState(false)
  const mutation = useSend({
    mutationFn: (body: { entries: PartFits['entries']; seen: PartFits['entries'] }) =>
      call<PartFits>('PUT', toPath(id), { body }),
    onSuccess: (saved) => {
      setSeen(saved.entries)
      client.setQueryData(partFitsQuery(id).queryKey, saved)
      void client.invalidateQueries({ queryKey: [PARTS_QUERY_KEY, id, 'relations'] })
      void showToast('Needs and offers saved')
    },
  })
  const filledEntries = listFilledEntries(entries)
  const errors = mutation.error instanceof CallError ? mutation.error.problem.errors : undefined

  function changeEntries(changed: typeof entries) {
    setEntries(changed)
    // The errors refer to positions in the sent entries.
    if (mutation.error) mutation.reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (filledEntries.every(({ size }) => size)) mutation.mutate({ entries: filledEntries, seen })
  }

  return (
    <form className="bike-form" noValidate onSubmit={submit}>
      <FitEntries
        subject="The part"
        roles={{ offers: 'offers', needs: 'needs' }}
        entries={entries}
        interfaces={interfaces}
        maximum={2 * FITS_MAXIMUM}
        isSubmitted={isSubmitted}
        errors={errors}
        onChange={changeEntries}
      />
      {mutation.error && !hasOnlyEntryErrors(errors) && (
        <ErrorNote text={formatError(mutation.error)} />
      )}
      <div className="act">
        <SubmitButton busy={mutation.isPending} busyLabel="Saving …">
          Save needs and offers
        </SubmitButton>
      </div>
    </form>
  )
}
