import { MAXIMUM_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { useForm } from 'react-hook-form'
import { Field } from '../../../ui/forms/field.tsx'
import { passwordRules } from '../field-rules.ts'
import { AuthSubmitButton } from '../login/auth-submit-button.tsx'

interface NewPasswordFormProps {
  submitLabel: string
  onSubmit: (password: string) => Promise<void>
}

export function NewPasswordForm({ submitLabel, onSubmit }: NewPasswordFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  return (
    <form
      className="formgrid"
      method="post"
      noValidate
      onSubmit={handleSubmit(({ password }) => onSubmit(password))}
    >
      <Field
        label="New password"
        hint={`${MINIMUM_PASSWORD_LENGTH} characters or more`}
        type="password"
        autoComplete="new-password"
        maxLength={MAXIMUM_PASSWORD_LENGTH}
        error={errors.password?.message}
        {...register('password', passwordRules)}
      />
      <AuthSubmitButton busy={isSubmitting}>{submitLabel}</AuthSubmitButton>
    </form>
  )
}
