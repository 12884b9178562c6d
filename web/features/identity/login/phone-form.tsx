import { isTextablePhone, normalPhone } from '@freehub/contract/phone'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field } from '../../../ui/forms/field.tsx'
import { asIdentityError, type IdentityError } from '../identity-errors.ts'
import { RedBox } from '../red-box.tsx'
import { EnterButton } from './enter-button.tsx'
import { sendTextCode } from './phone-sign-in.ts'

interface PhoneFormProps {
  /** What was typed before. */
  typed: string
  onSent: (phone: string, typed: string) => void
}

/** Asks for the number, and sends a code there. */
export function PhoneForm({ typed, onSent }: PhoneFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { phone: typed } })
  const { errors, isSubmitting } = formState
  const [refusal, setRefusal] = useState<IdentityError | null>(null)

  async function send({ phone }: { phone: string }) {
    setRefusal(null)
    try {
      await sendTextCode(normalPhone(phone))
      onSent(normalPhone(phone), phone)
    } catch (error) {
      setRefusal(asIdentityError(error))
    }
  }

  return (
    <>
      <p>For who has set a phone number for signing in, under Sign-in &amp; Security.</p>
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
              isTextablePhone(normalPhone(phone)) ||
              'Begin with + and the country, such as +49 151 23456789',
          })}
        />
        {refusal && <RedBox text={refusal.message} />}
        <EnterButton busy={isSubmitting}>Send Code</EnterButton>
      </form>
    </>
  )
}
