import { isE164Phone, normalizePhone } from '@freehub/contract/phone'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field } from '../../../ui/forms/field.tsx'
import { type IdentityError, toIdentityError } from '../identity-errors.ts'
import { RedBox } from '../red-box.tsx'
import { AuthSubmitButton } from './auth-submit-button.tsx'
import { sendSmsCode } from './phone-sign-in.ts'

interface PhoneFormProps {
  initialPhone: string
  /** `input` is the number as the user entered it, `phone` its normal form. */
  onSent: (phone: string, input: string) => void
}

/** Asks for the phone number and sends a code to it. */
export function PhoneForm({ initialPhone, onSent }: PhoneFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { phone: initialPhone } })
  const { errors, isSubmitting } = formState
  const [refusal, setRefusal] = useState<IdentityError | null>(null)

  async function send({ phone }: { phone: string }) {
    setRefusal(null)
    try {
      await sendSmsCode(normalizePhone(phone))
      onSent(normalizePhone(phone), phone)
    } catch (error) {
      setRefusal(toIdentityError(error))
    }
  }

  return (
    <>
      <p>Enter the phone number that you added under Sign-in &amp; Security.</p>
      <form className="formgrid" method="post" noValidate onSubmit={handleSubmit(send)}>
        <Field
          label="Phone number"
          type="tel"
          autoComplete="tel"
          placeholder="+49 151 23456789"
          error={errors.phone?.message}
          {...register('phone', {
            required: 'Phone number required',
            validate: (phone) =>
              isE164Phone(normalizePhone(phone)) ||
              'Start with + and the country code, such as +49 151 23456789',
          })}
        />
        {refusal && <RedBox text={refusal.message} />}
        <AuthSubmitButton busy={isSubmitting}>Send Code</AuthSubmitButton>
      </form>
    </>
  )
}
