import type { Account } from '@freehub/contract/identity/account'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { Moment } from '../../../ui/moment.tsx'
import { askAccount } from '../ask-account.ts'
import { Refused } from '../refused.tsx'
import { useAccountChange } from '../use-account-change.ts'

/** One passkey, which is taken away after a question. */
export function PasskeyRow({ passkey }: { passkey: Account['passkeys'][number] }) {
  const { id, name, createdAt } = passkey
  const named = useId()
  const [asked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const { change, busy, error } = useAccountChange(
    () => askAccount('/passkey/delete-passkey', { id }).finally(close),
    () => void showToast('Passkey removed'),
  )
  return (
    <li>
      <span className="account-named">
        <KeyRound className="ic" aria-hidden="true" />
        <span>
          <span id={named} className="account-name">
            {name || 'Passkey'}
          </span>
          <span className="second">
            Since <Moment at={createdAt} />
          </span>
        </span>
      </span>
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        aria-describedby={named}
        onClick={() => setAsked(true)}
      >
        Remove
      </button>
      <Refused error={error} />
      {asked && (
        <ConfirmDialog
          title="Remove this passkey?"
          text={`“${name || 'Passkey'}” does not sign you in any more then. Remove it from your device too.`}
          confirm="Remove"
          busy={busy}
          onConfirm={() => change()}
          onClose={close}
        />
      )}
    </li>
  )
}
