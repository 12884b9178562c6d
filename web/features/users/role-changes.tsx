import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatError } from '../../api/call-error.ts'
import { pluralize } from '../../api/format-count.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { RoleChangesTable } from './role-changes-table.tsx'
import { roleChangesQuery } from './users-list.ts'

const INITIALLY_SHOWN = 10

/** The log of role changes: user, role, author and time. */
export function RoleChanges() {
  const { data: changes, isPending, error, refetch } = useQuery(roleChangesQuery)
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? changes : changes?.slice(0, INITIALLY_SHOWN)
  const hiddenCount = (changes?.length ?? 0) - (shown?.length ?? 0)
  return (
    <section className="role-changes" aria-labelledby="role-changes">
      <h2 id="role-changes">Role changes</h2>
      {error && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {shown?.length === 0 && <p className="second">No role changes yet.</p>}
      {shown && shown.length > 0 && <RoleChangesTable changes={shown} />}
      {hiddenCount > 0 && (
        <button type="button" className="btn btn-outline" onClick={() => setShowsAll(true)}>
          Show {pluralize(hiddenCount, 'older change', 'older changes')}
        </button>
      )}
    </section>
  )
}
