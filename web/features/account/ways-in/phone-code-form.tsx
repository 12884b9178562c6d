import { useForm } from 'react-hook-form'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { CodeField } from '../../identity/code-field.tsx'
import { callAccountApi } from '../call-account-api.ts'
import { FormFooter } from '../form-footer.tsx'
import { MessageSent } from '../message-sent.tsx'
import { codeRules } from '../second-factor/code-rules.ts'
import { useAccountMutation } from '../use-account-mutation.ts'

interface PhoneCodeFormProps {
  phone: string
  /** Returns to the number, to change it or to send another code. */
  onBack: () => void
  onClose: () => void
}

/** Confirms a phone number with the code that was sent to it by SMS. */
export function PhoneCodeForm({ phone, onBack, onClose }: PhoneCodeFormProps) {
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
