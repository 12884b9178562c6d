import { MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { AuthSubmitButton, PasswordField } from '../auth-form-parts.tsx'
import { passwordRules } from '../field-rules.ts'
import { IdentityError, identityErrorFromCode } from '../identity-errors.ts'

interface NewPasswordFormProps {
  submitLabel: string
  onSubmit: (password: string) => Promise<unknown>
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
      <PasswordField
        label="New password"
        hint={`${MINIMUM_PASSWORD_LENGTH} characters or more`}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password', passwordRules)}
      />
      <AuthSubmitButton busy={isSubmitting}>{submitLabel}</AuthSubmitButton>
    </form>
  )
}

/** Reads a link's token or refusal. Both are null until hydration, because the server's HTML is equal for all users. */
export function useLinkToken(): { token: string | null; refusal: IdentityError | null } {
  const [search] = useSearchParams()
  if (!useHydrated()) return { token: null, refusal: null }
  const error = search.get('error')
  const token = search.get('token')
  if (error !== null) return { token: null, refusal: identityErrorFromCode(error) }
  return { token, refusal: token ? null : new IdentityError('link-expired') }
}
