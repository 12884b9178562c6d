import type { ActiveSession } from '@freehub/contract/identity/calls'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { Timestamp } from '../../ui/timestamp.tsx'
import { AccountErrorNote } from './account-error-note.tsx'
import { useAccountMutation } from './use-account-mutation.ts'

/** One session, with a button to end it. The current session has none: Logout ends it. */
export function SessionRow({ session }: { session: ActiveSession }) {
  const { id, device, address, since, lastSeen, current } = session
  const nameId = useId()
  const { mutate, isPending, error } = useAccountMutation(
    () => call('DELETE', `/api/account/sessions/${encodeURIComponent(id)}`),
    () => void showToast('Session ended'),
  )
  return (
    <li>
      <span className="account-named">
        <span>
          <span id={nameId} className="account-name">
            {device}
          </span>
          <span className="second">
            Since <Timestamp at={since} />, last seen <Timestamp at={lastSeen} />
            {address && <>, at {address}</>}
          </span>
        </span>
      </span>
      {current ? (
        <span className="badge badge-on">This browser</span>
      ) : (
        <button
          type="button"
          className="btn btn-outline btn-error btn-sm"
          aria-busy={isPending}
          aria-describedby={nameId}
          onClick={() => mutate()}
        >
          End session
        </button>
      )}
      <AccountErrorNote error={error} />
    </li>
  )
}
