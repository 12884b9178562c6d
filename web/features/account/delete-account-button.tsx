import { useState } from 'react'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { AccountErrorNote } from './account-error-note.tsx'
import { useDeleteAccount } from './use-delete-account.ts'

export function DeleteAccountButton() {
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const { mutate, isPending, error } = useDeleteAccount(close)
  return (
    <>
      <AccountErrorNote error={error} />
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        onClick={() => setConfirming(true)}
      >
        Delete my account
      </button>
      {isConfirming && (
        <ConfirmDialog
          title="Delete your account?"
          text="Your unpaid orders are cancelled. Your name, addresses and sign-in methods are deleted. This can't be undone."
          confirmLabel="Delete my account"
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={close}
        />
      )}
    </>
  )
}
