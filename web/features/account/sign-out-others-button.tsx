import { call } from '../../api/call.ts'
import { pluralize } from '../../api/format-count.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { AccountErrorNote } from './account-error-note.tsx'
import { useAccountMutation } from './use-account-mutation.ts'

export function SignOutOthersButton() {
  const { mutate, isPending, error } = useAccountMutation(
    () => call<{ endedCount: number }>('DELETE', '/api/account/sessions'),
    ({ endedCount }) => void showToast(`Ended ${pluralize(endedCount, 'session', 'sessions')}`),
  )
  return (
    <>
      <AccountErrorNote error={error} />
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        aria-busy={isPending}
        onClick={() => mutate()}
      >
        Sign out everywhere else
      </button>
    </>
  )
}
