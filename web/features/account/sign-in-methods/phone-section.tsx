import type { Account } from '@freehub/contract/identity/calls'
import { normalizePhone } from '@freehub/contract/phone'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSettings } from '../../../page-settings.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { createField } from '../../../ui/forms/create-field.ts'
import { clearDraft, readDraft } from '../../../ui/forms/form-draft.ts'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { CodeField, PhoneField, useInitialFocus } from '../../identity/auth-form-parts.tsx'
import { codeRules, phoneRules } from '../../identity/field-rules.ts'
import { AccountForm, ActionButton, MessageSent } from '../account-actions.tsx'
import { callAccountApi } from '../account-api.ts'
import { useAccountMutation } from '../account-queries.ts'
import { AccountSection, InlineForm } from '../account-section.tsx'

export function PhoneSection({ account: { email, signInPhone } }: { account: Account }) {
  const { smsEnabled } = useSettings()
  if (!smsEnabled && !signInPhone) return null
  return (
    <AccountSection
      title="Phone"
      description="Sign in with a code sent by SMS. We won’t use your number for anything else."
    >
      <p className="account-value num">{signInPhone ?? 'No number yet'}</p>
      <div className="actions">
        <InlineForm buttonLabel={signInPhone ? 'Change Number' : 'Add a Number'}>
          {(close) => <PhoneForm email={email} onClose={close} />}
        </InlineForm>
        {signInPhone && (
          <ActionButton
            label="Remove Number"
            action={() => callAccountApi('/update-user', { phoneNumber: null })}
            onDone={() => void showToast('Number removed')}
            confirmation={{
              title: 'Remove this number?',
              text: `You won’t be able to sign in with ${signInPhone}.`,
              label: 'Remove',
            }}
            isDestructive
          />
        )}
      </div>
    </AccountSection>
  )
}

const DRAFT_KEY = 'signInPhone'

/** Adds or changes the phone number in two steps: the number, then the code from the SMS. */
function PhoneForm({ email, onClose }: { email: string; onClose: () => void }) {
  const [phone, setPhone] = useState('')
  const [isSent, setSent] = useState(false)

  function close() {
    clearDraft(email, DRAFT_KEY)
    onClose()
  }

  return isSent ? (
    <PhoneCodeForm phone={phone} onBack={() => setSent(false)} onClose={close} />
  ) : (
    <PhoneNumberForm
      email={email}
      initialPhone={phone}
      onSent={(sentTo) => {
        setPhone(sentTo)
        setSent(true)
      }}
      onClose={close}
    />
  )
}

interface PhoneNumberFormProps {
  email: string
  initialPhone: string
  onSent: (phone: string) => void
  onClose: () => void
}

function PhoneNumberForm({ email, initialPhone, onSent, onClose }: PhoneNumberFormProps) {
  const form = useForm({
    defaultValues: initialPhone
      ? { phone: initialPhone }
      : readDraft(email, DRAFT_KEY, { phone: '' }),
  })
  useFormDraft(email, DRAFT_KEY, form)
  const { register, handleSubmit, formState, setFocus } = form
  const field = createField(register, formState.errors)
  useInitialFocus(() => setFocus('phone'))
  const change = useAccountMutation(
    (phoneNumber: string) => callAccountApi('/phone-number/send-otp', { phoneNumber }),
    (_result, phone) => onSent(phone),
  )
  return (
    <AccountForm
      submitLabels={['Send Code by SMS', 'Sending …']}
      change={change}
      onSubmit={handleSubmit(({ phone }) => change.mutate(normalizePhone(phone)))}
      onCancel={onClose}
    >
      <PhoneField {...field('phone', phoneRules)} />
    </AccountForm>
  )
}

interface PhoneCodeFormProps {
  phone: string
  /** Returns to the number, so that the user can change it or request another code. */
  onBack: () => void
  onClose: () => void
}

function PhoneCodeForm({ phone, onBack, onClose }: PhoneCodeFormProps) {
  const { register, handleSubmit, formState, setFocus } = useForm<{ code: string }>()
  const field = createField(register, formState.errors)
  useInitialFocus(() => setFocus('code'))
  const change = useAccountMutation(
    (code: string) =>
      callAccountApi('/phone-number/verify', { phoneNumber: phone, code, updatePhoneNumber: true }),
    () => {
      void showToast('Number confirmed')
      onClose()
    },
  )
  return (
    <AccountForm
      submitLabels={['Confirm', 'Confirming …']}
      change={change}
      onSubmit={handleSubmit(({ code }) => change.mutate(code))}
      onCancel={onClose}
    >
      <MessageSent text={`We sent a code by SMS to ${phone}. It is valid for 5 minutes.`} />
      <CodeField label="Code from the SMS" hint="6 digits" {...field('code', codeRules)} />
      <p>
        <button type="button" className="account-link" onClick={onBack}>
          Send another code or change the number
        </button>
      </p>
    </AccountForm>
  )
}
