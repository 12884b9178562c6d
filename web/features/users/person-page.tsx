import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatError } from '../../api/call-error.ts'
import { isNotFound } from '../../api/is-not-found.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PersonNotFound } from './person-not-found.tsx'
import { PersonSheet } from './person-sheet.tsx'
import { personQuery } from './users-list.ts'

/** One user as staff see them: profile, role, orders and reviews. */
export function Component() {
  const { idOrEmail = '' } = useParams()
  const { data: person, isPending, error, refetch } = useQuery(personQuery(idOrEmail))
  const isMissing = isNotFound(error)
  return (
    <div className="users-page">
      <PageHead title={person?.profile.displayName ?? 'User'} />
      {isMissing && <PersonNotFound idOrEmail={idOrEmail} />}
      {error && !isMissing && (
        <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />
      )}
      {isPending && <LoadingScreen />}
      {person && !isMissing && <PersonSheet key={person.user._id} person={person} />}
    </div>
  )
}
