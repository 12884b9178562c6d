import { normalizeEmail } from '@freehub/contract/email'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { paths } from '../../../paths.ts'
import { createField } from '../../../ui/forms/create-field.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { InboxLink } from '../../../ui/inbox-link.tsx'
import { AuthError, AuthSubmitButton, useRefusal } from '../auth-form-parts.tsx'
import { AuthLayout } from '../auth-layout.tsx'
import { emailRules } from '../field-rules.ts'
import { callAuthApi } from '../login/sign-in.ts'

/** Sends a link to set a new password. Does not reveal whether an account has the email. */
export default function ForgotPasswordPage() {
  const initialEmail: unknown = useLocation().state?.email
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { email: typeof initialEmail === 'string' ? initialEmail : '' },
  })
  const field = createField(register, formState.errors)
  const { refusal, attempt } = useRefusal()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isRepeated, setRepeated] = useState(false)

  async function send(fields: { email: string }) {
    const email = normalizeEmail(fields.email)
    setSentTo(null)
    setRepeated(email === sentTo)
    const body = { email, redirectTo: paths.resetPassword }
    if (await attempt(() => callAuthApi('/api/auth/request-password-reset', body))) setSentTo(email)
  }

  return (
    <AuthLayout title="Forgot Password">
      <p>Enter your email, and we’ll send you a link to set a new password.</p>
      <form className="formgrid" method="post" noValidate onSubmit={handleSubmit(send)}>
        <Field label="Email" type="email" autoComplete="username" {...field('email', emailRules)} />
        {refusal && <AuthError text={refusal.message} />}
        <AuthSubmitButton busy={formState.isSubmitting}>
          {sentTo ? 'Send Again' : 'Send Link'}
        </AuthSubmitButton>
      </form>
      <div role="status" className="sent-message">
        {sentTo && (
          <>
            <p>
              {isRepeated && 'Sent again. '}
              If there is an account with {sentTo}, we sent a link to it. The link works once,
              within an hour.{isRepeated && ' We send at most five links an hour.'}
            </p>
            <InboxLink />
          </>
        )}
      </div>
      <p>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </AuthLayout>
  )
}
