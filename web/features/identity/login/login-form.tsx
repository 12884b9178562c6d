import { MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { normalizeEmail } from '@freehub/contract/email'
import { type ReactNode, useEffect } from 'react'
import { type Control, type FieldErrors, useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { useSettings } from '../../../page-settings.ts'
import { paths } from '../../../paths.ts'
import { createField } from '../../../ui/forms/create-field.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { InboxLink } from '../../../ui/inbox-link.tsx'
import { AuthSubmitButton, PasswordField } from '../auth-form-parts.tsx'
import { emailRules, nameRules, passwordRules } from '../field-rules.ts'
import { type StartSignIn, signIn, signUp } from './sign-in.ts'

export type LoginMode = 'login' | 'signUp'

type LoginFields = Record<'name' | 'email' | 'password', string>

interface LoginFormProps {
  mode: LoginMode
  submitLabel: string
  refusal: ReactNode
  onStart: StartSignIn
  /** Other sign-in methods below the form. */
  children: ReactNode
}

/** A form for email and password, and for the name of a new account. Changing the mode keeps the input. */
export function LoginForm({ mode, submitLabel, refusal, onStart, children }: LoginFormProps) {
  const { register, handleSubmit, formState, setValue, clearErrors, control, setFocus } =
    useForm<LoginFields>({ shouldFocusError: false })
  const field = createField(register, formState.errors)

  useEffect(() => clearErrors(), [mode, clearErrors])

  function submitForm({ name, email, password }: LoginFields) {
    const account = { email: normalizeEmail(email), password }
    return onStart(() =>
      mode === 'login' ? signIn('/api/auth/sign-in/email', account) : signUp(name.trim(), account),
    )
  }

  // The library would focus the fields in the sequence in which they were added, and the name is added last.
  function focusFirstError(errors: FieldErrors<LoginFields>) {
    const first = (['name', 'email', 'password'] as const).find((name) => errors[name])
    if (first) setFocus(first)
  }

  function fill(account: { email: string; password: string }) {
    setValue('email', account.email)
    setValue('password', account.password)
    clearErrors()
  }

  return (
    <>
      {/* POST, so that a form submitted before hydration cannot put the password into the URL. */}
      <form
        className="formgrid"
        method="post"
        noValidate
        onSubmit={handleSubmit(submitForm, focusFirstError)}
      >
        {mode === 'signUp' && (
          <Field label="Name" autoComplete="name" {...field('name', nameRules)} />
        )}
        <Field label="Email" type="email" autoComplete="username" {...field('email', emailRules)} />
        <PasswordField
          label="Password"
          hint={mode === 'signUp' ? `${MINIMUM_PASSWORD_LENGTH} characters or more` : undefined}
          autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
          {...field('password', passwordRules)}
        />
        {mode === 'login' && <ForgotPasswordLink control={control} />}
        {refusal}
        <AuthSubmitButton busy={formState.isSubmitting}>{submitLabel}</AuthSubmitButton>
        {mode === 'signUp' && <ConfirmationEmailHint />}
        <noscript>Signing in needs JavaScript.</noscript>
      </form>
      {children}
      {mode === 'login' && <DemoAccounts onChoose={fill} />}
    </>
  )
}

function ConfirmationEmailHint() {
  return (
    <div className="secondary">
      <p>
        We’ll send you an email to confirm your email address. You can order before you confirm it.
      </p>
      <InboxLink />
    </div>
  )
}

/** Links to the reset page, with the email that the user has entered. */
function ForgotPasswordLink({ control }: { control: Control<LoginFields> }) {
  const email = useWatch({ control, name: 'email' })
  return (
    <p className="-mt-3 justify-self-end">
      <Link to={paths.forgotPassword} state={{ email }}>
        Forgot password?
      </Link>
    </p>
  )
}

interface DemoAccountsProps {
  onChoose: (account: { email: string; password: string }) => void
}

/** Buttons that fill the form with a sandbox account. Renders nothing in production. */
function DemoAccounts({ onChoose }: DemoAccountsProps) {
  const { demoAccounts } = useSettings()
  if (demoAccounts.length === 0) return null
  return (
    <section className="accounts grid gap-2.5 pt-5 border-t border-t-rule">
      <p className="cap">Sandbox accounts</p>
      <div className="actions">
        {demoAccounts.map((account) => (
          <button
            key={account.email}
            type="button"
            className="btn btn-outline btn-sm"
            onClick={() => onChoose(account)}
          >
            {account.email}
          </button>
        ))}
      </div>
    </section>
  )
}
