import type { Account } from '@freehub/contract/identity/calls'
import { useState } from 'react'
import { useSettings } from '../../../settings.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { AccountErrorNote } from '../account-error-note.tsx'
import { AccountSection } from '../account-section.tsx'
import { callAccountApi } from '../call-account-api.ts'
import { InlineForm } from '../inline-form.tsx'
import { useAccountMutation } from '../use-account-mutation.ts'
import { PhoneForm } from './phone-form.tsx'

/** The confirmed phone number for sign-in by SMS code. */
export function PhoneSection({ account }: { account: Account }) {
  const { signInPhone } = account
  const { smsEnabled } = useSettings()
  if (!smsEnabled && !signInPhone) return null
  return (
    <AccountSection
      title="Phone"
      description="Sign in with a code sent by SMS. We won’t use your number for anything else."
    >
      <p className="account-value num">{signInPhone ?? 'No number yet'}</p>
      <div className="act">
        <InlineForm buttonLabel={signInPhone ? 'Change number' : 'Add a number'}>
          {(close) => <PhoneForm onClose={close} />}
        </InlineForm>
        {signInPhone && <RemovePhoneButton phone={signInPhone} />}
      </div>
    </AccountSection>
  )
}

function RemovePhoneButton({ phone }: { phone: string }) {
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const { mutate, isPending, error } = useAccountMutation(
    () => callAccountApi('/update-user', { phoneNumber: null }).finally(close),
    () => void showToast('Number removed'),
  )
  return (
    <>
      <AccountErrorNote error={error} />
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        onClick={() => setConfirming(true)}
      >
        Remove number
      </button>
      {isConfirming && (
        <ConfirmDialog
          title="Remove this number?"
          text={`You won’t be able to sign in with ${phone}.`}
          confirmLabel="Remove"
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={close}
        />
      )}
    </>
  )
}
