import { useState } from 'react'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Refused } from './refused.tsx'
import { useDeleteAccount } from './use-delete-account.ts'

/** Deletes the account after a question. */
export function DeleteAccountButton() {
  const [asked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const { change, busy, error } = useDeleteAccount(close)
  return (
    <>
      <Refused error={error} />
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        onClick={() => setAsked(true)}
      >
        Delete my account
      </button>
      {asked && (
        <ConfirmDialog
          title="Delete your account?"
          text="Unpaid orders are cancelled, and your name, addresses and ways to sign in are deleted. It can't be undone."
          confirm="Delete my account"
          busy={busy}
          onConfirm={() => change()}
          onClose={close}
        />
      )}
    </>
  )
}
