import { isEmail, normalEmail } from '@freehub/contract/email'
import { useForm } from 'react-hook-form'
import { paths } from '../../paths.ts'
import { Field } from '../../ui/forms/field.tsx'
import { askAccount } from './ask-account.ts'
import { FormEnd } from './form-end.tsx'
import { MailSent } from './mail-sent.tsx'
import { useAccountChange } from './use-account-change.ts'

interface EmailFormProps {
  /** What it is now. */
  email: string
  onClose: () => void
}

/** Asks for another address. It counts once the link in the mail is opened, not before. */
export function EmailForm({ email, onClose }: EmailFormProps) {
  const { register, handleSubmit, formState } = useForm<{ email: string }>()
  const { change, busy, done, asked, error } = useAccountChange((newEmail: string) =>
    askAccount('/change-email', { newEmail, callbackURL: paths.confirmEmail }),
  )

  if (done) {
    return (
      <>
        <MailSent
          text={`A mail is on its way to ${asked}. Your email stays as it is until you open the link in it.`}
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
      onSubmit={handleSubmit((typed) => change(normalEmail(typed.email)))}
    >
      <Field
        label="New email"
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register('email', {
          required: 'Email required',
          validate: (typed) => emailProblem(typed, email),
        })}
      />
      <FormEnd
        send="Send me the link"
        atWork="Sending …"
        busy={busy}
        error={error}
        onCancel={onClose}
      />
    </form>
  )
}

function emailProblem(typed: string, now: string): string | true {
  const email = normalEmail(typed)
  if (!isEmail(email)) return 'Provide a valid email'
  return email !== now || 'This is your email already'
}
