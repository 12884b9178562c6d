import { call } from '../../api/call.ts'
import { counted } from '../../api/counted.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { Refused } from './refused.tsx'
import { useAccountChange } from './use-account-change.ts'

/** Signs out everywhere but here. */
export function EndOthersButton() {
  const { change, busy, error } = useAccountChange(
    () => call<{ endedCount: number }>('DELETE', '/api/account/sessions'),
    ({ endedCount }) => void showToast(`Signed out at ${counted(endedCount, 'place', 'places')}`),
  )
  return (
    <>
      <Refused error={error} />
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        aria-busy={busy}
        onClick={() => change()}
      >
        Sign out everywhere else
      </button>
    </>
  )
}
