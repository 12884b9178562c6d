import { MAXIMUM_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Field } from '../ui/field.tsx'
import { EnterButton } from './enter-button.tsx'
import { Entrance } from './entrance.tsx'
import { passwordRules } from './field-rules.ts'
import { resetPassword } from './forgotten-password.ts'
import { asIdentityError, type IdentityError } from './identity-errors.ts'
import { RedBox } from './red-box.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Where the link of a mail leads: a new password, once. */
export function Component() {
  const link = useLinkToken()
  const [refusal, setRefusal] = useState<IdentityError | null>(null)
  const [done, setDone] = useState(false)

  async function change(password: string) {
    setRefusal(null)
    try {
      await resetPassword(link.token ?? '', password)
      setDone(true)
    } catch (error) {
      setRefusal(asIdentityError(error))
    }
  }

  if (done) return <Changed />
  const shown = refusal ?? link.refusal
  return (
    <Entrance title="New Password">
      {link.refusal === null && <PasswordForm onTyped={change} />}
      {shown && (
        <RedBox text={shown.message}>
          {shown.code === 'link-expired' && (
            <Link className="btn btn-outline btn-sm" to={paths.forgotPassword}>
              Ask for a new link
            </Link>
          )}
        </RedBox>
      )}
    </Entrance>
  )
}

function PasswordForm({ onTyped }: { onTyped: (password: string) => Promise<void> }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  return (
    <form
      className="formgrid"
      method="post"
      noValidate
      onSubmit={handleSubmit(({ password }) => onTyped(password))}
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
      <EnterButton busy={isSubmitting}>Change Password</EnterButton>
    </form>
  )
}

function Changed() {
  return (
    <Entrance title="Password Changed">
      <p role="status">You are logged out everywhere. Login with your new password.</p>
      <Link className="btn btn-block" to={paths.login}>
        Login
      </Link>
    </Entrance>
  )
}
