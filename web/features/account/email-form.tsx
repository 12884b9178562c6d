import { isEmail, normalizeEmail } from '@freehub/contract/email'
import { useForm } from 'react-hook-form'
import { paths } from '../../paths.ts'
import { Field } from '../../ui/forms/field.tsx'
import { callAccountApi } from './call-account-api.ts'
import { FormFooter } from './form-footer.tsx'
import { MessageSent } from './message-sent.tsx'
import { useAccountMutation } from './use-account-mutation.ts'

interface EmailFormProps {
  /** The current address. */
  email: string
  onClose: () => void
}

/** Changes the email. The new address takes effect when the link sent to it is opened. */
export function EmailForm({ email, onClose }: EmailFormProps) {
  const { register, handleSubmit, formState } = useForm<{ email: string }>()
  const { mutate, isPending, isSuccess, variables, error } = useAccountMutation(
    (newEmail: string) =>
      callAccountApi('/change-email', { newEmail, callbackURL: paths.confirmEmail }),
  )

  if (isSuccess) {
    return (
      <>
        <MessageSent
          text={`We sent an email to ${variables}. Your email changes when you open the link in it.`}
        />
        <button type="button" className="btn btn-outline btn-sm" onClick={onClose}>
          Done
        </button>
      </>
    )
  }
  return (
    <form
      className="formgrid"
      noValidate
      onSubmit={handleSubmit((fields) => mutate(normalizeEmail(fields.email)))}
    >
      <Field
        label="New email"
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register('email', {
          required: 'Email required',
          validate: (newEmail) => validateEmail(newEmail, email),
        })}
      />
      <FormFooter
        submitLabel="Send me the link"
        busyLabel="Sending …"
        busy={isPending}
        error={error}
        onCancel={onClose}
      />
    </form>
  )
}

function validateEmail(input: string, current: string): string | true {
  const email = normalizeEmail(input)
  if (!isEmail(email)) return 'Provide a valid email'
  return email !== current || 'This is already your email'
}
