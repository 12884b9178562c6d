import { isE164Phone, normalizePhone } from '@freehub/contract/phone'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { InboxLink } from '../../../ui/inbox-link.tsx'
import { AuthSubmitButton, RedBox, useInitialFocus } from '../auth-form.tsx'
import { AuthLayout } from '../auth-layout.tsx'
import { CodeField } from '../code-field.tsx'
import { type IdentityError, toIdentityError } from '../identity-errors.ts'
import { callAuthApi, requireStorage, type SignInResult, signIn } from './sign-in.ts'
import { useRedirectSignedIn, useSignInResultHandler } from './use-sign-in-redirects.ts'

/** Signs in with a code by SMS in two steps: the phone number, then the code. */
export function Component() {
  const [phoneInput, setPhoneInput] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  useRedirectSignedIn()

  return (
    <AuthLayout title="Code By SMS">
      {sentTo === null ? (
        <PhoneForm
          initialPhone={phoneInput}
          onSent={(phone, input) => {
            setPhoneInput(input)
            setSentTo(phone)
          }}
        />
      ) : (
        <SmsCodeForm phone={sentTo} onBack={() => setSentTo(null)} />
      )}
      <p>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </AuthLayout>
  )
}

interface PhoneFormProps {
  initialPhone: string
  /** `input` is the number as the user entered it, `phone` its normal form. */
  onSent: (phone: string, input: string) => void
}

/** Asks for the phone number and sends a code to it. */
function PhoneForm({ initialPhone, onSent }: PhoneFormProps) {
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

interface SmsCodeFormProps {
  phone: string
  onBack: () => void
}

/** Asks for the code from the SMS. Does not reveal whether an account uses the number. */
function SmsCodeForm({ phone, onBack }: SmsCodeFormProps) {
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState
  const [refusal, setRefusal] = useState<IdentityError | null>(null)
  const [sentCount, setSentCount] = useState(1)
  const handleResult = useSignInResultHandler()
  useInitialFocus(() => setFocus('code'))

  async function submitCode({ code }: { code: string }) {
    setRefusal(null)
    try {
      handleResult(await signInWithSmsCode(phone, code))
    } catch (error) {
      setRefusal(toIdentityError(error))
      setFocus('code', { shouldSelect: true })
    }
  }

  async function resendCode() {
    setRefusal(null)
    try {
      await sendSmsCode(phone)
      setSentCount(sentCount + 1)
      setFocus('code', { shouldSelect: true })
    } catch (error) {
      setRefusal(toIdentityError(error))
    }
  }

  return (
    <>
      <div role="status" className="promise">
        <p>
          {sentCount > 1 && 'Sent again. '}
          If an account uses {phone}, we sent a code to it by SMS. The code works once, within 5
          minutes.
        </p>
        <InboxLink />
      </div>
      <form className="formgrid" method="post" noValidate onSubmit={handleSubmit(submitCode)}>
        <CodeField
          label="Code"
          error={errors.code?.message}
          {...register('code', { required: 'Code required' })}
        />
        {refusal && <RedBox text={refusal.message} />}
        <AuthSubmitButton busy={isSubmitting}>Login</AuthSubmitButton>
      </form>
      <div className="other-ways">
        <button type="button" className="btn btn-outline" onClick={resendCode}>
          Send another code
        </button>
        <button type="button" className="btn btn-outline" onClick={onBack}>
          Use another number
        </button>
      </div>
    </>
  )
}

/** Requests a code by SMS for a normalized number. The response does not reveal whether an account uses it. */
async function sendSmsCode(phoneNumber: string): Promise<void> {
  requireStorage()
  await callAuthApi('/api/auth/phone-number/send-otp', { phoneNumber })
}

/** Signs in with the code from the SMS. Throws like `signIn`. */
function signInWithSmsCode(phoneNumber: string, code: string): Promise<SignInResult> {
  return signIn('/api/auth/phone-number/verify', { phoneNumber, code: code.replace(/\s/g, '') })
}
