import { normalizePhone } from '@freehub/contract/phone'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { useBusy } from '../../../api/use-busy.ts'
import { paths } from '../../../paths.ts'
import { createField } from '../../../ui/forms/create-field.ts'
import { InboxLink } from '../../../ui/inbox-link.tsx'
import {
  AuthError,
  AuthSubmitButton,
  CodeField,
  PhoneField,
  useInitialFocus,
  useRefusal,
} from '../auth-form-parts.tsx'
import { AuthLayout } from '../auth-layout.tsx'
import { phoneRules } from '../field-rules.ts'
import { callAuthApi, requireStorage, signIn } from './sign-in.ts'
import { useRedirectSignedIn, useSignInResultHandler } from './use-sign-in-redirects.ts'

/** Signs in with an SMS code in two steps: the phone number, then the code. */
export default function PhoneLoginPage() {
  const [phoneInput, setPhoneInput] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  useRedirectSignedIn()

  return (
    <AuthLayout title="Code by SMS">
      {sentTo === null ? (
        <PhoneForm
          initialPhone={phoneInput}
          onSent={(phone, input) => {
            setPhoneInput(input)
            setSentTo(phone)
          }}
        />
      ) : (
        <CodeForm phone={sentTo} onBack={() => setSentTo(null)} />
      )}
      <p>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </AuthLayout>
  )
}

interface PhoneFormProps {
  initialPhone: string
  /** `input`: the number as the user typed it. `phone`: the normalized number. */
  onSent: (phone: string, input: string) => void
}

function PhoneForm({ initialPhone, onSent }: PhoneFormProps) {
  const { register, handleSubmit, formState, setFocus } = useForm({
    defaultValues: { phone: initialPhone },
  })
  const field = createField(register, formState.errors)
  const { refusal, attempt } = useRefusal()
  // The button that led back to this form is removed.
  useInitialFocus(() => initialPhone && setFocus('phone'))

  const send = ({ phone }: { phone: string }) =>
    attempt(async () => {
      await sendSmsCode(normalizePhone(phone))
      onSent(normalizePhone(phone), phone)
    })

  return (
    <>
      <p>Enter the phone number that you added under Sign-in &amp; Security.</p>
      <form className="formgrid" method="post" noValidate onSubmit={handleSubmit(send)}>
        <PhoneField {...field('phone', phoneRules)} />
        {refusal && <AuthError text={refusal.message} />}
        <AuthSubmitButton busy={formState.isSubmitting}>Send Code</AuthSubmitButton>
      </form>
    </>
  )
}

/** Asks for the code from the SMS. Does not reveal whether an account uses the number. */
function CodeForm({ phone, onBack }: { phone: string; onBack: () => void }) {
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { code: '' } })
  const field = createField(register, formState.errors)
  const { refusal, attempt } = useRefusal()
  const { refusal: resendRefusal, attempt: attemptResend } = useRefusal()
  const [sentCount, setSentCount] = useState(1)
  const { isBusy: isResending, run } = useBusy()
  const handleResult = useSignInResultHandler()
  useInitialFocus(() => setFocus('code'))

  async function submitCode({ code }: { code: string }) {
    const credentials = { phoneNumber: phone, code: code.replace(/\s/g, '') }
    const isDone = await attempt(async () =>
      handleResult(await signIn('/api/auth/phone-number/verify', credentials)),
    )
    if (!isDone) setFocus('code', { shouldSelect: true })
  }

  async function resendCode() {
    if (!(await attemptResend(() => sendSmsCode(phone)))) return
    setSentCount(sentCount + 1)
    setFocus('code', { shouldSelect: true })
  }

  return (
    <>
      <div role="status" className="sent-message">
        <p>
          {sentCount > 1 && !resendRefusal && 'Sent again. '}
          If an account uses {phone}, we sent a code to it by SMS. The code works once, within 5
          minutes.
        </p>
        <InboxLink />
      </div>
      <form className="formgrid" method="post" noValidate onSubmit={handleSubmit(submitCode)}>
        <CodeField label="Code" {...field('code', { required: 'Code required' })} />
        {refusal && <AuthError text={refusal.message} />}
        <AuthSubmitButton busy={formState.isSubmitting}>Login</AuthSubmitButton>
      </form>
      {resendRefusal && <AuthError text={`${resendRefusal.message} The last code still works.`} />}
      <div className="sign-in-options">
        <button
          type="button"
          className="btn btn-outline"
          aria-busy={isResending}
          onClick={() => run(resendCode)}
        >
          Send Another Code
        </button>
        <button type="button" className="btn btn-outline" onClick={onBack}>
          Use Another Number
        </button>
      </div>
    </>
  )
}

/** Sends a code by SMS. The response does not reveal whether an account uses the number. */
async function sendSmsCode(phoneNumber: string): Promise<void> {
  requireStorage()
  await callAuthApi('/api/auth/phone-number/send-otp', { phoneNumber })
}
