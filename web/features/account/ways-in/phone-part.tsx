import type { Account } from '@freehub/contract/identity/account'
import { useState } from 'react'
import { useSettings } from '../../../settings.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { AccountPart } from '../account-part.tsx'
import { askAccount } from '../ask-account.ts'
import { InPlace } from '../in-place.tsx'
import { Refused } from '../refused.tsx'
import { useAccountChange } from '../use-account-change.ts'
import { PhoneForm } from './phone-form.tsx'

/** A number that signs in by a code: its owner has shown that he reads what is sent there. */
export function PhonePart({ account }: { account: Account }) {
  const { signInPhone } = account
  const { sendsTexts } = useSettings()
  if (!sendsTexts && !signInPhone) return null
  return (
    <AccountPart
      title="Phone"
      about="With a number of yours you sign in by a code that we text you. It is for nothing else."
    >
      <p className="account-value num">{signInPhone ?? 'No number yet'}</p>
      <div className="act">
        <InPlace act={signInPhone ? 'Change number' : 'Add a number'}>
          {(close) => <PhoneForm onClose={close} />}
        </InPlace>
        {signInPhone && <RemovePhone phone={signInPhone} />}
      </div>
    </AccountPart>
  )
}

function RemovePhone({ phone }: { phone: string }) {
  const [asked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const { change, busy, error } = useAccountChange(
    () => askAccount('/update-user', { phoneNumber: null }).finally(close),
    () => void showToast('Number removed'),
  )
  return (
    <>
      <Refused error={error} />
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        onClick={() => setAsked(true)}
      >
        Remove number
      </button>
      {asked && (
        <ConfirmDialog
          title="Remove this number?"
          text={`You cannot sign in with ${phone} any more then.`}
          confirm="Remove"
          busy={busy}
          onConfirm={() => change()}
          onClose={close}
        />
      )}
    </>
  )
}
