import type { Account } from '@freehub/contract/identity/calls'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { AccountErrorNote } from '../account-error-note.tsx'
import { callAccountApi } from '../call-account-api.ts'
import { useAccountMutation } from '../use-account-mutation.ts'

export function PasskeyRow({ passkey }: { passkey: Account['passkeys'][number] }) {
  const { id, name, createdAt } = passkey
  const nameId = useId()
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const { mutate, isPending, error } = useAccountMutation(
    () => callAccountApi('/passkey/delete-passkey', { id }).finally(close),
    () => void showToast('Passkey removed'),
  )
  return (
    <li>
      <span className="account-named">
        <KeyRound className="ic" aria-hidden="true" />
        <span>
          <span id={nameId} className="account-name">
            {name || 'Passkey'}
          </span>
          <span className="second">
            Since <Timestamp at={createdAt} />
          </span>
        </span>
      </span>
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        aria-describedby={nameId}
        onClick={() => setConfirming(true)}
      >
        Remove
      </button>
      <AccountErrorNote error={error} />
      {isConfirming && (
        <ConfirmDialog
          title="Remove this passkey?"
          text={`You won’t be able to sign in with “${name || 'Passkey'}”. Remove it from your device too.`}
          confirmLabel="Remove"
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={close}
        />
      )}
    </li>
  )
}
