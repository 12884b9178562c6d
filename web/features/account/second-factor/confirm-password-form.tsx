import { MAXIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { useForm } from 'react-hook-form'
import { Field } from '../../../ui/forms/field.tsx'
import { FormFooter } from '../account-form.tsx'
import { useAccountMutation } from '../account-query.ts'

interface ConfirmPasswordFormProps<Result> {
  /** If false, the form asks for nothing: the server then requires a recent sign-in. */
  hasPassword: boolean
  submitLabel: string
  action: (password?: string) => Promise<Result>
  onDone: (result: Result) => void
  onCancel: () => void
}

/** Asks for the password again before a sensitive action, then runs it. */
export function ConfirmPasswordForm<Result>(props: ConfirmPasswordFormProps<Result>) {
  const { hasPassword, submitLabel, action, onDone, onCancel } = props
  const { register, handleSubmit, formState } = useForm<{ password: string }>()
  const { mutate, isPending, error } = useAccountMutation(action, onDone)
  return (
    <form
      className="formgrid"
      method="post"
      noValidate
      onSubmit={handleSubmit(({ password }) => mutate(hasPassword ? password : undefined))}
    >
      {hasPassword && (
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          maxLength={MAXIMUM_PASSWORD_LENGTH}
          error={formState.errors.password?.message}
          {...register('password', { required: 'Password required' })}
        />
      )}
      <FormFooter
        submitLabel={submitLabel}
        busyLabel="One moment …"
        busy={isPending}
        error={error}
        onCancel={onCancel}
      />
    </form>
  )
}
