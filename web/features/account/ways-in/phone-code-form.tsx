import { useForm } from 'react-hook-form'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { CodeField } from '../../identity/code-field.tsx'
import { askAccount } from '../ask-account.ts'
import { FormEnd } from '../form-end.tsx'
import { MailSent } from '../mail-sent.tsx'
import { sixDigits } from '../second-factor/six-digits.ts'
import { useAccountChange } from '../use-account-change.ts'

interface PhoneCodeFormProps {
  phone: string
  /** Another number is wanted, or the same once more. */
  onOther: () => void
  onClose: () => void
}

/** The code that was texted to a number: with it the number is one's own. */
export function PhoneCodeForm({ phone, onOther, onClose }: PhoneCodeFormProps) {
  const { register, handleSubmit, formState } = useForm<{ code: string }>()
  const confirm = (code: string) =>
    askAccount('/phone-number/verify', { phoneNumber: phone, code, updatePhoneNumber: true })
  const { change, busy, error } = useAccountChange(confirm, () => {
    void showToast('Number confirmed')
    onClose()
  })
  return (
    <form className="formgrid" noValidate onSubmit={handleSubmit(({ code }) => change(code))}>
      <MailSent
        text={`A text with a code is on its way to ${phone}. It is good for five minutes.`}
      />
      <CodeField
        label="Code from the text"
        hint="6 digits"
        error={formState.errors.code?.message}
        {...register('code', sixDigits)}
      />
      <p>
        <button type="button" className="account-link" onClick={onOther}>
          Nothing came, or another number
        </button>
      </p>
      <FormEnd send="Confirm" atWork="Confirming …" busy={busy} error={error} onCancel={onClose} />
    </form>
  )
}
