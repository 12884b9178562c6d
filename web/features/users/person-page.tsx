import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { sentenceOf } from '../../api/call-error.ts'
import { isMissing } from '../../api/missing.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PersonMissing } from './person-missing.tsx'
import { PersonSheet } from './person-sheet.tsx'
import { personQuery } from './users-list.ts'

/** Somebody as the staff see him: who he is, what he may do, what he ordered and wrote. */
export function Component() {
  const { who = '' } = useParams()
  const { data: person, isPending, error, refetch } = useQuery(personQuery(who))
  const missing = isMissing(error)
  return (
    <div className="users-page">
      <PageHead title={person?.profile.displayName ?? 'User'} />
      {missing && <PersonMissing who={who} />}
      {error && !missing && <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {person && !missing && <PersonSheet key={person.user._id} person={person} />}
    </div>
  )
}
