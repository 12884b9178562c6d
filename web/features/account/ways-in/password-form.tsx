import { MAXIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { useForm } from 'react-hook-form'
import { renewToken } from '../../../api/token.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { passwordRules } from '../../identity/field-rules.ts'
import { callAccountApi } from '../call-account-api.ts'
import { FormFooter } from '../form-footer.tsx'
import { useAccountMutation } from '../use-account-mutation.ts'

interface Passwords {
  current: string
  next: string
}

/** Changes the password. The hidden email field is for password managers. */
export function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
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
