import { isE164Phone, normalizePhone } from '@freehub/contract/phone'
import { useForm } from 'react-hook-form'
import { Field } from '../../../ui/forms/field.tsx'
import { callAccountApi } from '../call-account-api.ts'
import { FormFooter } from '../form-footer.tsx'
import { useAccountMutation } from '../use-account-mutation.ts'

interface PhoneNumberFormProps {
  onSent: (phone: string) => void
  onClose: () => void
}

export function PhoneNumberForm({ onSent, onClose }: PhoneNumberFormProps) {
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
