import type { Account } from '@freehub/contract/identity/calls'
import { useForm } from 'react-hook-form'
import { renewToken } from '../../../api/access/renew-token.ts'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { createField } from '../../../ui/forms/create-field.ts'
import { PasswordField } from '../../identity/auth-form-parts.tsx'
import { passwordRules } from '../../identity/field-rules.ts'
import { AccountForm, ActionButton } from '../account-actions.tsx'
import { callAccountApi } from '../account-api.ts'
import { useAccountMutation } from '../account-queries.ts'
import { AccountSection, InlineForm } from '../account-section.tsx'

/** Changes the password. A user without a password sets it with a link in an email. */
export function PasswordSection({ account: { email, hasPassword } }: { account: Account }) {
  return (
    <AccountSection title="Password" description="Changing it signs out your other devices.">
      <p className="account-value">
        {hasPassword ? 'Password set' : 'Not set. You sign in another way.'}
      </p>
      {hasPassword ? (
        <InlineForm buttonLabel="Change Password">
          {(close) => <PasswordForm email={email} onClose={close} />}
        </InlineForm>
      ) : (
        <ActionButton
          label="Set a Password"
          action={() =>
            callAccountApi('/request-password-reset', { email, redirectTo: paths.resetPassword })
          }
          sentText={`We sent an email to ${email} with a link to set a password.`}
        />
      )}
    </AccountSection>
  )
}

type Passwords = Record<'current' | 'next', string>

/** A form that changes the password. Its hidden email field is for password managers. */
function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm<Passwords>()
  const field = createField(register, formState.errors)
  const change = useAccountMutation(changePassword, () => {
    void showToast('Password changed')
    onClose()
  })

  return (
    <AccountForm
      submitLabels={['Change Password', 'Changing …']}
      change={change}
      onSubmit={handleSubmit((passwords) => change.mutate(passwords))}
      onCancel={onClose}
    >
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...field('current', { required: 'Password required' })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        {...field('next', passwordRules)}
      />
    </AccountForm>
  )
}

/**
 * Changes the password. All sessions end, and this browser gets a new session and a new token. Ignores errors of the
 * token: the password is already changed, and the next call renews the token again.
 */
export async function changePassword({ current, next }: Passwords): Promise<void> {
  await callAccountApi('/change-password', {
    currentPassword: current,
    newPassword: next,
    revokeOtherSessions: true,
  })
  await renewToken().catch(() => false)
}
