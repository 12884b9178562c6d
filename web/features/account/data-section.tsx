import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call, callForResponse } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../ui/dialogs/toast.ts'
import { clearDrafts } from '../../ui/forms/form-draft.ts'
import { saveFile } from '../../ui/save-file.ts'
import { signOut } from '../identity/session.ts'
import { AccountErrorNote } from './account-form.tsx'
import { useAccountMutation } from './account-query.ts'
import { AccountSection } from './account-section.tsx'

export function DataSection() {
  return (
    <AccountSection
      title="Your data"
      description="Download all data that we store about you. Deleting your account anonymises your orders."
    >
      <div className="act">
        <DownloadDataButton />
        <DeleteAccountButton />
      </div>
    </AccountSection>
  )
}

function DownloadDataButton() {
  const { mutate, isPending, error } = useAccountMutation(downloadData)
  return (
    <>
      <AccountErrorNote error={error} />
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-busy={isPending}
        onClick={() => mutate()}
      >
        Download my data
      </button>
    </>
  )
}

/** Fetches the file with the access token, which a plain link could not send, and saves it. */
async function downloadData(): Promise<void> {
  const response = await callForResponse('GET', '/api/account/data')
  saveFile(await response.blob(), 'freehub-my-data.json')
}

function DeleteAccountButton() {
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

/** Deletes the user's account, signs out and leads to the home page. */
function useDeleteAccount(onSettled: () => void) {
  const navigate = useNavigate()
  return useAccountMutation(
    () => call('DELETE', '/api/account').finally(onSettled),
    async () => {
      clearDrafts()
      await navigate(paths.home)
      await signOut().catch(() => {})
      void showToast('Your account was deleted')
    },
  )
}
