import type { Account } from '@freehub/contract/identity/calls'
import { paths } from '../../../paths.ts'
import { AccountErrorNote } from '../account-error-note.tsx'
import { AccountSection } from '../account-section.tsx'
import { callAccountApi } from '../call-account-api.ts'
import { InlineForm } from '../inline-form.tsx'
import { MessageSent } from '../message-sent.tsx'
import { useAccountMutation } from '../use-account-mutation.ts'
import { PasswordForm } from './password-form.tsx'

/** Changes the password. A user without one sets it by a link that is sent by email. */
export function PasswordSection({ account }: { account: Account }) {
  const { email, hasPassword } = account
  return (
    <AccountSection title="Password" description="Changing it signs out your other devices.">
      <p className="account-value">{hasPassword ? 'Set' : 'Not set. You sign in another way.'}</p>
      {hasPassword ? (
        <InlineForm buttonLabel="Change password">
          {(close) => <PasswordForm email={email} onClose={close} />}
        </InlineForm>
      ) : (
        <SetPasswordButton email={email} />
      )}
    </AccountSection>
  )
}

function SetPasswordButton({ email }: { email: string }) {
  const sendLink = () =>
    callAccountApi('/request-password-reset', { email, redirectTo: paths.resetPassword })
  const { mutate, isPending, isSuccess, error } = useAccountMutation(sendLink)
  return (
    <>
      <AccountErrorNote error={error} />
      {isSuccess ? (
        <MessageSent text={`We sent an email to ${email} with a link to set a password.`} />
      ) : (
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-busy={isPending}
          onClick={() => mutate()}
        >
          Set a password
        </button>
      )}
    </>
  )
}
