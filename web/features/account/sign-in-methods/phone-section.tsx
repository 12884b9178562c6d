import type { Account } from '@freehub/contract/identity/calls'
import { isE164Phone, normalizePhone } from '@freehub/contract/phone'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSettings } from '../../../settings.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { CodeField, codeRules } from '../../identity/code-field.tsx'
import { callAccountApi } from '../account-api.ts'
import { AccountErrorNote, FormFooter, MessageSent } from '../account-form.tsx'
import { useAccountMutation } from '../account-query.ts'
import { AccountSection, InlineForm } from '../account-section.tsx'

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

/** Adds a phone number in two steps: the number, then the code that is sent to it by SMS. */
function PhoneForm({ onClose }: { onClose: () => void }) {
  const [phone, setPhone] = useState<string>()
  return phone ? (
    <PhoneCodeForm phone={phone} onBack={() => setPhone(undefined)} onClose={onClose} />
  ) : (
    <PhoneNumberForm onSent={setPhone} onClose={onClose} />
  )
}

interface PhoneNumberFormProps {
  onSent: (phone: string) => void
  onClose: () => void
}

function PhoneNumberForm({ onSent, onClose }: PhoneNumberFormProps) {
  const { register, handleSubmit, formState } = useForm<{ phone: string }>()
  const { mutate, isPending, error } = useAccountMutation(sendCode, (_result, phone) =>
    onSent(phone),
  )
  return (
    <form
      className="formgrid"
      noValidate
      onSubmit={handleSubmit(({ phone }) => mutate(normalizePhone(phone)))}
    >
      <Field
        label="Phone number"
        type="tel"
        autoComplete="tel"
        placeholder="+49 151 23456789"
        error={formState.errors.phone?.message}
        {...register('phone', {
          required: 'Phone number required',
          validate: (input) =>
            isE164Phone(normalizePhone(input)) ||
            'Start with + and the country code, such as +49 151 23456789',
        })}
      />
      <FormFooter
        submitLabel="Send code by SMS"
        busyLabel="Sending …"
        busy={isPending}
        error={error}
        onCancel={onClose}
      />
    </form>
  )
}

function sendCode(phoneNumber: string): Promise<unknown> {
  return callAccountApi('/phone-number/send-otp', { phoneNumber })
}

interface PhoneCodeFormProps {
  phone: string
  /** Returns to the number, to change it or to send another code. */
  onBack: () => void
  onClose: () => void
}

/** Confirms a phone number with the code that was sent to it by SMS. */
function PhoneCodeForm({ phone, onBack, onClose }: PhoneCodeFormProps) {
  const { register, handleSubmit, formState } = useForm<{ code: string }>()
  const confirm = (code: string) =>
    callAccountApi('/phone-number/verify', { phoneNumber: phone, code, updatePhoneNumber: true })
  const { mutate, isPending, error } = useAccountMutation(confirm, () => {
    void showToast('Number confirmed')
    onClose()
  })
  return (
    <form className="formgrid" noValidate onSubmit={handleSubmit(({ code }) => mutate(code))}>
      <MessageSent text={`We sent a code by SMS to ${phone}. It is valid for 5 minutes.`} />
      <CodeField
        label="Code from the SMS"
        hint="6 digits"
        error={formState.errors.code?.message}
        {...register('code', codeRules)}
      />
      <p>
        <button type="button" className="account-link" onClick={onBack}>
          Send another code or change the number
        </button>
      </p>
      <FormFooter
        submitLabel="Confirm"
        busyLabel="Confirming …"
        busy={isPending}
        error={error}
        onCancel={onClose}
      />
    </form>
  )
}
