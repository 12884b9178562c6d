import { MAXIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { useForm } from 'react-hook-form'
import { Field } from '../../../ui/forms/field.tsx'
import { FormEnd } from '../form-end.tsx'
import { useAccountChange } from '../use-account-change.ts'

interface PasswordProofProps<Answer> {
  /** Who has none is asked nothing: that he signed in a moment ago must do. */
  hasPassword: boolean
  send: string
  change: (password?: string) => Promise<Answer>
  onDone: (answer: Answer) => void
  onCancel: () => void
}

/** Asks for the password once more before something that only its owner may do. */
export function PasswordProof<Answer>(props: PasswordProofProps<Answer>) {
  const { hasPassword, send, onDone, onCancel } = props
  const { register, handleSubmit, formState } = useForm<{ password: string }>()
  const { change, busy, error } = useAccountChange(props.change, onDone)
  return (
    <form
      className="formgrid"
      method="post"
      noValidate
      onSubmit={handleSubmit(({ password }) => change(hasPassword ? password : undefined))}
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
      <FormEnd send={send} atWork="One moment …" busy={busy} error={error} onCancel={onCancel} />
    </form>
  )
}
