import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { InboxLink } from '../../../ui/inbox-link.tsx'
import { CodeField } from '../code-field.tsx'
import { type IdentityError, toIdentityError } from '../identity-errors.ts'
import { RedBox } from '../red-box.tsx'
import { useInitialFocus } from '../use-initial-focus.ts'
import { AuthSubmitButton } from './auth-submit-button.tsx'
import { sendSmsCode, signInWithSmsCode } from './phone-sign-in.ts'
import { useSignInResultHandler } from './use-sign-in-redirects.ts'

interface SmsCodeFormProps {
  phone: string
  onBack: () => void
}

/** Asks for the code from the SMS. Does not reveal whether an account uses the number. */
export function SmsCodeForm({ phone, onBack }: SmsCodeFormProps) {
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
