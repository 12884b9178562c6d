import { isEmail, normalizeEmail } from '@freehub/contract/email'
import type { Account } from '@freehub/contract/identity/calls'
import { useForm } from 'react-hook-form'
import { paths } from '../../paths.ts'
import { EmailAddress } from '../../ui/email-address.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { callAccountApi } from './account-api.ts'
import { AccountErrorNote, FormFooter, MessageSent } from './account-form.tsx'
import { useAccountMutation } from './account-query.ts'
import { AccountSection, InlineForm } from './account-section.tsx'

export function EmailSection({ account }: { account: Account }) {
  const { email, emailConfirmed } = account
  return (
    <AccountSection
      title="Email"
      description="You sign in with this email, and we send your messages to it. You can order before you confirm it."
    >
      <p className="account-value">
        <EmailAddress address={email} />
        <span className={emailConfirmed ? 'badge badge-on' : 'badge badge-pending'}>
          {emailConfirmed ? 'Confirmed' : 'Not confirmed yet'}
        </span>
      </p>
      <div className="act">
        {!emailConfirmed && <ResendConfirmationButton email={email} />}
        <InlineForm buttonLabel="Change email">
          {(close) => <EmailForm email={email} onClose={close} />}
        </InlineForm>
      </div>
    </AccountSection>
  )
}

/** Sends the confirmation email again. A note replaces the button once it is sent. */
export function ResendConfirmationButton({ email }: { email: string }) {
  const resend = () =>
    callAccountApi('/send-verification-email', { email, callbackURL: paths.confirmEmail })
  const { mutate, isPending, error, isSuccess } = useAccountMutation(resend)
  return (
    <>
      <AccountErrorNote error={error} />
      {isSuccess ? (
        <MessageSent text={`We sent an email to ${email}. Open the link in it.`} />
      ) : (
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-busy={isPending}
          onClick={() => mutate()}
        >
          Send confirmation email again
        </button>
      )}
    </>
  )
}

interface EmailFormProps {
  /** The current address. */
  email: string
  onClose: () => void
}

/** Changes the email. The new address takes effect when the link sent to it is opened. */
function EmailForm({ email, onClose }: EmailFormProps) {
  const { register, handleSubmit, formState } = useForm<{ email: string }>()
  const { mutate, isPending, isSuccess, variables, error } = useAccountMutation(
    (newEmail: string) =>
      callAccountApi('/change-email', { newEmail, callbackURL: paths.confirmEmail }),
  )

  if (isSuccess) {
    return (
      <>
        <MessageSent
          text={`We sent an email to ${variables}. Your email changes when you open the link in it.`}
        />
        <button type="button" className="btn btn-outline btn-sm" onClick={onClose}>
          Done
        </button>
      </>
    )
  }
  return (
    <form
      className="formgrid"
      noValidate
      onSubmit={handleSubmit((fields) => mutate(normalizeEmail(fields.email)))}
    >
      <Field
        label="New email"
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register('email', {
          required: 'Email required',
          validate: (newEmail) => validateEmail(newEmail, email),
        })}
      />
      <FormFooter
        submitLabel="Send me the link"
        busyLabel="Sending …"
        busy={isPending}
        error={error}
        onCancel={onClose}
      />
    </form>
  )
}

function validateEmail(input: string, current: string): string | true {
  const email = normalizeEmail(input)
  if (!isEmail(email)) return 'Provide a valid email'
  return email !== current || 'This is already your email'
}
