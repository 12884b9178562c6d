import { useQuery } from '@tanstack/react-query'
import { formatError } from '../../api/call-error.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { AccountSection } from './account-section.tsx'
import { SessionRow } from './session-row.tsx'
import { sessionsQuery } from './sessions-query.ts'
import { SignOutOthersButton } from './sign-out-others-button.tsx'

/** Lists the user's sessions, this browser first, with a button to end each. */
export function SessionsSection() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const sessions = data?.toSorted((a, b) => Number(b.current) - Number(a.current))
  return (
    <AccountSection
      title="Where you are signed in"
      description="If you don’t recognise a session, end it and change your password."
    >
      {error && !sessions && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
      {sessions && (
        <ul className="account-rows">
          {sessions.map((signedIn) => (
            <SessionRow key={signedIn.id} session={signedIn} />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && <SignOutOthersButton />}
    </AccountSection>
  )
}
