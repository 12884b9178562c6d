import type { SignInProvider } from '@freehub/contract/settings'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { providerNames } from '../../identity/login/provider-logo.tsx'
import { AccountErrorNote } from '../account-error-note.tsx'
import { accountErrorFromCode } from '../account-errors.ts'
import { callAccountApi } from '../call-account-api.ts'
import { useAccountMutation } from '../use-account-mutation.ts'

export function UnlinkProviderButton({ provider }: { provider: SignInProvider }) {
  const name = providerNames[provider]
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const { mutate, isPending, error } = useAccountMutation(
    () => unlink(provider).finally(close),
    () => void showToast(`${name} is unlinked`),
  )
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        onClick={() => setConfirming(true)}
      >
        Unlink {name}
      </button>
      <AccountErrorNote error={error} />
      {isConfirming && (
        <ConfirmDialog
          title={`Unlink ${name}?`}
          text={`You won’t be able to sign in with ${name}. You can link it again later.`}
          confirmLabel="Unlink"
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={close}
        />
      )}
    </>
  )
}

async function unlink(provider: SignInProvider): Promise<void> {
  const linked = await callAccountApi<{ id: string; providerId: string }[]>('/list-accounts')
  const account = linked.find(({ providerId }) => providerId === provider)
  if (!account) throw accountErrorFromCode('ACCOUNT_NOT_FOUND')
  await callAccountApi('/unlink-account', { accountId: account.id })
}
