import type { SignInProvider } from '@freehub/contract/settings'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { accountError } from '../account-errors.ts'
import { askAccount } from '../ask-account.ts'
import { Refused } from '../refused.tsx'
import { useAccountChange } from '../use-account-change.ts'
import { providerNames } from './provider-names.ts'

/** Takes a provider away as a way in, after a question. */
export function UnlinkProviderButton({ provider }: { provider: SignInProvider }) {
  const name = providerNames[provider]
  const [asked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const { change, busy, error } = useAccountChange(
    () => unlink(provider).finally(close),
    () => void showToast(`${name} is unlinked`),
  )
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        onClick={() => setAsked(true)}
      >
        Unlink {name}
      </button>
      <Refused error={error} />
      {asked && (
        <ConfirmDialog
          title={`Unlink ${name}?`}
          text={`You cannot sign in with ${name} any more then. You can link it again.`}
          confirm="Unlink"
          busy={busy}
          onConfirm={() => change()}
          onClose={close}
        />
      )}
    </>
  )
}

async function unlink(provider: SignInProvider): Promise<void> {
  const linked = await askAccount<{ id: string; providerId: string }[]>('/list-accounts')
  const account = linked.find(({ providerId }) => providerId === provider)
  if (!account) throw accountError('ACCOUNT_NOT_FOUND')
  await askAccount('/unlink-account', { accountId: account.id })
}
