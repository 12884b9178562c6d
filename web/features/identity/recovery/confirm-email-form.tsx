import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { queryClient } from '../../../api/query-client.ts'
import { paths } from '../../../paths.ts'
import { AuthSubmitButton, FocusedText, PasswordField } from '../auth-form-parts.tsx'
import { passwordRules } from '../field-rules.ts'
import { IdentityError } from '../identity-errors.ts'
import { callAuthApi } from '../login/sign-in.ts'
import { saveReturnPath } from '../return-path.ts'
import { notifyTabs, sessionQuery } from '../session.ts'
import { NewPasswordForm } from './new-password-form.tsx'

interface ConfirmEmailFormProps {
  link: EmailLink
  onProof: (proof: Proof) => Promise<unknown>
  /** Clears the refusal of the previous form. */
  onClearRefusal: () => void
}

/** Asks for the proof that the link requires: a click, the password, a new password, or a sign-in. */
export function ConfirmEmailForm({ link, onProof, onClearRefusal }: ConfirmEmailFormProps) {
  const [isClaiming, setClaiming] = useState(false)
  const { asks: requiredProof, email, changes } = link
  const newPasswordForm = (
    <NewPasswordForm
      submitLabel="Set Password and Confirm"
      onSubmit={(newPassword) => onProof({ newPassword })}
    />
  )
  if (requiredProof === 'nothing')
    return <ConfirmForm email={email} onConfirm={() => onProof({})} />
  if (requiredProof === 'sign_in') {
    return (
      <>
        <p>
          Sign in to the account whose email you want to change to {email}. You will return here to
          confirm it. If you did not ask for this, close this page.
        </p>
        <LoginLink />
      </>
    )
  }
  if (requiredProof === 'new_password') {
    return (
      <>
        <p>
          The account with {email} has no password. If you created it with Google or Github, sign in
          that way to confirm the email. If you did not create it, set a password. This removes all
          other ways to sign in to the account.
        </p>
        {newPasswordForm}
        <LoginLink />
      </>
    )
  }
  if (isClaiming) {
    return (
      <>
        <FocusedText>
          Someone else may have signed up with {email}. Set a new password to claim the account.
          This signs out all devices and removes all other ways to sign in.
        </FocusedText>
        {newPasswordForm}
      </>
    )
  }
  return (
    <>
      <PasswordForm link={link} onProof={onProof} />
      {!changes && (
        <button
          type="button"
          className="btn btn-outline btn-block"
          onClick={() => {
            onClearRefusal()
            setClaiming(true)
          }}
        >
          I did not choose this password
        </button>
      )}
    </>
  )
}

function ConfirmForm({ email, onConfirm }: { email: string; onConfirm: () => Promise<unknown> }) {
  const { handleSubmit, formState } = useForm()
  return (
    <form className="formgrid" noValidate onSubmit={handleSubmit(onConfirm)}>
      <p>Confirm that {email} is your email. If you did not give it to Freehub, close this page.</p>
      <AuthSubmitButton busy={formState.isSubmitting}>Confirm Email</AuthSubmitButton>
    </form>
  )
}

function PasswordForm({ link, onProof }: Pick<ConfirmEmailFormProps, 'link' | 'onProof'>) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  return (
    <form className="formgrid" method="post" noValidate onSubmit={handleSubmit(onProof)}>
      <p>
        {link.changes
          ? `Enter the password of your account to change its email to ${link.email}. If you did not ask for this, close this page.`
          : `Enter your password to confirm ${link.email}.`}
      </p>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', { required: passwordRules.required })}
      />
      <AuthSubmitButton busy={isSubmitting}>Confirm Email</AuthSubmitButton>
    </form>
  )
}

function LoginLink() {
  return (
    <Link className="btn btn-outline btn-block" to={paths.login} onClick={saveCurrentPath}>
      Login
    </Link>
  )
}

/** Makes the sign-in return to this link. */
export const saveCurrentPath = () => saveReturnPath(location.pathname + location.search)

interface EmailLink {
  email: string
  /** True if the link changes the account's email, false if it confirms the current email. */
  changes: boolean
  asks: 'nothing' | 'password' | 'new_password' | 'sign_in'
}

/** The proof that the account belongs to the user. Empty if the user is signed in. */
export interface Proof {
  password?: string
  newPassword?: string
}

/** Returns the query of the proof that a link requires. A refusal is data, because a retry would not help. */
export const emailLinkQuery = (token: string, userEmail: string | null) =>
  queryOptions({
    queryKey: ['emailLink', token, userEmail],
    queryFn: (): Promise<EmailLink | IdentityError> =>
      callAuthApi(`/api/auth/email-link?${new URLSearchParams({ token })}`).catch((error) => {
        if (error instanceof IdentityError) return error
        throw error
      }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/**
 * Confirms or changes the email with the token of a link. A new password in the proof also removes all sessions and
 * other sign-in methods. Throws an IdentityError if the server refuses.
 */
export async function followEmailLink(token: string, proof: Proof): Promise<void> {
  await callAuthApi('/api/auth/follow-email-link', { token, ...proof })
  // The session's email may have changed.
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  notifyTabs('signedIn')
}

/** Sends an email with a new link that confirms the email address. */
export async function sendConfirmationEmail(email: string): Promise<void> {
  const callbackURL = paths.confirmEmail
  await callAuthApi('/api/auth/send-verification-email', { email, callbackURL })
}
