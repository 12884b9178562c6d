import type { SignedIn } from '@freehub/contract/identity/account'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { Moment } from '../../ui/moment.tsx'
import { Refused } from './refused.tsx'
import { useAccountChange } from './use-account-change.ts'

/** One place where one is signed in; this one is left by Logout. */
export function SignedInRow({ signedIn }: { signedIn: SignedIn }) {
  const { id, device, address, since, lastSeen, current } = signedIn
  const named = useId()
  const { change, busy, error } = useAccountChange(
    () => call('DELETE', `/api/account/sessions/${encodeURIComponent(id)}`),
    () => void showToast('Signed out there'),
  )
  return (
    <li>
      <span className="account-named">
        <span>
          <span id={named} className="account-name">
            {device}
          </span>
          <span className="second">
            Since <Moment at={since} />, last seen <Moment at={lastSeen} />
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
          aria-busy={busy}
          aria-describedby={named}
          onClick={() => change()}
        >
          Sign out there
        </button>
      )}
      <Refused error={error} />
    </li>
  )
}
