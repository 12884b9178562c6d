import type { ActiveSession } from '@freehub/contract/identity/calls'
import { pluralize } from '@freehub/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { getQuery } from '../../api/get-query.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { QueryError } from '../../ui/query-state.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { ActionButton } from './account-actions.tsx'
import { accountQuery } from './account-queries.ts'
import { AccountSection } from './account-section.tsx'

/** Lists the user's sessions with buttons that end them. This browser's session is first. */
export function SessionsSection() {
  const query = useQuery(sessionsQuery)
  const sessions = query.data?.toSorted((a, b) => Number(b.current) - Number(a.current))
  return (
    <AccountSection
      title="Where you are signed in"
      description="If you don’t recognise a session, end it and change your password."
    >
      {!sessions && <QueryError query={query} />}
      {sessions && (
        <ul className="account-rows">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <ActionButton
          label="Sign Out Everywhere Else"
          action={() => call<{ endedCount: number }>('DELETE', '/api/account/sessions')}
          onDone={({ endedCount }) =>
            void showToast(`Ended ${pluralize(endedCount, 'session', 'sessions')}`)
          }
          isDestructive
        />
      )}
    </AccountSection>
  )
}

/** A session with a button that ends it. The current one has no button, because Logout ends it. */
function SessionRow({ session }: { session: ActiveSession }) {
  const { id, device, address, since, lastSeen, current } = session
  const nameId = useId()
  return (
    <li>
      <span className="account-row-title">
        <span>
          <span id={nameId} className="account-name block wrap-anywhere">
            {device}
          </span>
          <span className="secondary">
            Since <Timestamp at={since} />, last seen <Timestamp at={lastSeen} />
            {address && <>, at {address}</>}
          </span>
        </span>
      </span>
      {current ? (
        <span className="badge badge-on">This browser</span>
      ) : (
        <ActionButton
          label="End Session"
          action={() => call('DELETE', `/api/account/sessions/${encodeURIComponent(id)}`)}
          onDone={() => void showToast('Session ended')}
          isDestructive
          describedBy={nameId}
          isErrorBelow
        />
      )}
    </li>
  )
}

const sessionsQuery = getQuery<ActiveSession[]>(
  [...accountQuery.queryKey, 'sessions'],
  '/api/account/sessions',
)
