import { isTextablePhone, normalPhone } from '@freehub/contract/phone'
import { useForm } from 'react-hook-form'
import { Field } from '../../../ui/forms/field.tsx'
import { askAccount } from '../ask-account.ts'
import { FormEnd } from '../form-end.tsx'
import { useAccountChange } from '../use-account-change.ts'

interface PhoneNumberFormProps {
  onSent: (phone: string) => void
  onClose: () => void
}

export function PhoneNumberForm({ onSent, onClose }: PhoneNumberFormProps) {
  const { register, handleSubmit, formState } = useForm<{ phone: string }>()
  const { change, busy, error } = useAccountChange(textCode, (_answer, phone) => onSent(phone))
  return (
    <form
      className="formgrid"
      noValidate
      onSubmit={handleSubmit(({ phone }) => change(normalPhone(phone)))}
    >
      <Field
        label="Phone number"
        type="tel"
        autoComplete="tel"
        placeholder="+49 151 23456789"
        error={formState.errors.phone?.message}
        {...register('phone', {
          required: 'Phone number required',
          validate: (typed) =>
            isTextablePhone(normalPhone(typed)) ||
            'Begin with + and the country, such as +49 151 23456789',
        })}
      />
      <FormEnd
        send="Text me a code"
        atWork="Sending …"
        busy={busy}
        error={error}
        onCancel={onClose}
      />
    </form>
  )
}

/** Has a code sent to a number. */
function textCode(phoneNumber: string): Promise<unknown> {
  return askAccount('/phone-number/send-otp', { phoneNumber })
}
