import { MAXIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { useForm } from 'react-hook-form'
import { renewToken } from '../../../api/token.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { passwordRules } from '../../identity/field-rules.ts'
import { askAccount } from '../ask-account.ts'
import { FormEnd } from '../form-end.tsx'
import { useAccountChange } from '../use-account-change.ts'

interface Passwords {
  now: string
  next: string
}

/** Changes the password. The email is in it, unseen, for those who keep passwords for people. */
export function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm<Passwords>()
  const { errors } = formState
  const { change, busy, error } = useAccountChange(changePassword, () => {
    void showToast('Password changed')
    onClose()
  })

  return (
    <form
      className="formgrid"
      method="post"
      noValidate
      onSubmit={handleSubmit((typed) => change(typed))}
    >
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="Password now"
        type="password"
        autoComplete="current-password"
        maxLength={MAXIMUM_PASSWORD_LENGTH}
        error={errors.now?.message}
        {...register('now', { required: 'Password required' })}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        maxLength={MAXIMUM_PASSWORD_LENGTH}
        error={errors.next?.message}
        {...register('next', passwordRules)}
      />
      <FormEnd
        send="Change password"
        atWork="Changing …"
        busy={busy}
        error={error}
        onCancel={onClose}
      />
    </form>
  )
}

/** All sessions end, and this browser has a new one, which needs a new token. */
async function changePassword({ now, next }: Passwords): Promise<void> {
  await askAccount('/change-password', {
    currentPassword: now,
    newPassword: next,
    revokeOtherSessions: true,
  })
  await renewToken()
}
