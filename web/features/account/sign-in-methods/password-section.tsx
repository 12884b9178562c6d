import { MAXIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import type { Account } from '@freehub/contract/identity/calls'
import { useForm } from 'react-hook-form'
import { renewToken } from '../../../api/token.ts'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { passwordRules } from '../../identity/field-rules.ts'
import { callAccountApi } from '../account-api.ts'
import { AccountErrorNote, FormFooter, MessageSent } from '../account-form.tsx'
import { useAccountMutation } from '../account-query.ts'
import { AccountSection, InlineForm } from '../account-section.tsx'

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

interface Passwords {
  current: string
  next: string
}

/** Changes the password. The hidden email field is for password managers. */
function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm<Passwords>()
  const { errors } = formState
  const { mutate, isPending, error } = useAccountMutation(changePassword, () => {
    void showToast('Password changed')
    onClose()
  })

  return (
    <form
      className="formgrid"
      method="post"
      noValidate
      onSubmit={handleSubmit((passwords) => mutate(passwords))}
    >
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        maxLength={MAXIMUM_PASSWORD_LENGTH}
        error={errors.current?.message}
        {...register('current', { required: 'Password required' })}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        maxLength={MAXIMUM_PASSWORD_LENGTH}
        error={errors.next?.message}
        {...register('next', passwordRules)}
      />
      <FormFooter
        submitLabel="Change password"
        busyLabel="Changing …"
        busy={isPending}
        error={error}
        onCancel={onClose}
      />
    </form>
  )
}

/** Changes the password. All sessions end; this browser gets a new session and a new token. */
async function changePassword({ current: now, next }: Passwords): Promise<void> {
  await callAccountApi('/change-password', {
    currentPassword: now,
    newPassword: next,
    revokeOtherSessions: true,
  })
  await renewToken()
}
