import { normalEmail } from '@freehub/contract/email'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { paths } from '../../../paths.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { InboxLink } from '../../../ui/inbox-link.tsx'
import { Entrance } from '../entrance.tsx'
import { emailRules } from '../field-rules.ts'
import { asIdentityError, type IdentityError } from '../identity-errors.ts'
import { EnterButton } from '../login/enter-button.tsx'
import { RedBox } from '../red-box.tsx'
import { sendResetMail } from './forgotten-password.ts'

/** Sends a link to a new password. It looks the same whether there is such an account or not. */
export function Component() {
  const typedBefore: unknown = useLocation().state?.email
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { email: typeof typedBefore === 'string' ? typedBefore : '' },
  })
  const { errors, isSubmitting } = formState
  const [refusal, setRefusal] = useState<IdentityError | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)

  async function send({ email }: { email: string }) {
    setRefusal(null)
    setSentTo(null)
    try {
      await sendResetMail(normalEmail(email))
      setSentTo(normalEmail(email))
    } catch (error) {
      setRefusal(asIdentityError(error))
    }
  }

  return (
    <Entrance title="Forgot Password">
      <p>Type your email, and you get a mail with a link to a new password.</p>
      <form className="formgrid" method="post" noValidate onSubmit={handleSubmit(send)}>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email', emailRules)}
        />
        {refusal && <RedBox text={refusal.message} />}
        <EnterButton busy={isSubmitting}>{sentTo ? 'Send Again' : 'Send Link'}</EnterButton>
      </form>
      <div role="status" className="promise">
        {sentTo && (
          <>
            <p>
              If there is an account with {sentTo}, the mail is on its way. Its link works once,
              within an hour.
            </p>
            <InboxLink />
          </>
        )}
      </div>
      <p>
        <Link to={paths.login}>Back to the login</Link>
      </p>
    </Entrance>
  )
}
