import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/call-error.ts'
import { counted } from '../../api/counted.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { RoleChangesTable } from './role-changes-table.tsx'
import { roleChangesQuery } from './users-list.ts'

const SHOWN_AT_FIRST = 10

/** Who gave whom which role, and when. */
export function RoleChanges() {
  const { data: changes, isPending, error, refetch } = useQuery(roleChangesQuery)
  const [all, setAll] = useState(false)
  const shown = all ? changes : changes?.slice(0, SHOWN_AT_FIRST)
  const hidden = (changes?.length ?? 0) - (shown?.length ?? 0)
  return (
    <section className="role-changes" aria-labelledby="role-changes">
      <h2 id="role-changes">Changes of roles</h2>
      {error && <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {shown?.length === 0 && <p className="second">Nobody’s role has changed yet.</p>}
      {shown && shown.length > 0 && <RoleChangesTable changes={shown} />}
      {hidden > 0 && (
        <button type="button" className="btn btn-outline" onClick={() => setAll(true)}>
          Show {counted(hidden, 'older change', 'older changes')}
        </button>
      )}
    </section>
  )
}
