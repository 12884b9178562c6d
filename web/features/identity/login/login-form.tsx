import { MAXIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { normalEmail } from '@freehub/contract/email'
import { type ReactNode, useEffect } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { emailRules, passwordRules } from '../field-rules.ts'
import { asIdentityError, type IdentityError } from '../identity-errors.ts'
import { ConfirmMailPromise } from '../recovery/confirm-mail-promise.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { EnterButton } from './enter-button.tsx'
import { type Entry, signInWithPassword, signUp } from './sign-in.ts'

export type LoginMode = 'login' | 'signUp'

interface Typed {
  name: string
  email: string
  password: string
}

interface LoginFormProps {
  mode: LoginMode
  submit: string
  /** What stands above the button: why the last try was refused. */
  refusal: ReactNode
  onTry: () => void
  onEntry: (entry: Entry) => void
  onRefused: (error: IdentityError) => void
  /** Other ways in, below. */
  children: ReactNode
}

/** E-mail and password, and for a new account the name. What was typed stays when the mode changes. */
export function LoginForm({ mode, submit, refusal, children, ...on }: LoginFormProps) {
  const { register, handleSubmit, formState, setValue, clearErrors, control } = useForm<Typed>()
  const { errors, isSubmitting } = formState

  useEffect(() => clearErrors(), [mode, clearErrors])

  async function enter({ name, email, password }: Typed) {
    on.onTry()
    const account = { email: normalEmail(email), password }
    try {
      on.onEntry(
        await (mode === 'login'
          ? signInWithPassword(account)
          : signUp({ name: name.trim(), ...account })),
      )
    } catch (error) {
      on.onRefused(asIdentityError(error))
    }
  }

  function fill(account: { email: string; password: string }) {
    setValue('email', account.email)
    setValue('password', account.password)
    clearErrors()
  }

  return (
    <>
      {/* The method matters only if a browser sends the form by itself: never a password in an address. */}
      <form className="formgrid" method="post" noValidate onSubmit={handleSubmit(enter)}>
        {mode === 'signUp' && (
          <Field
            label="Name"
            autoComplete="name"
            error={errors.name?.message}
            {...register('name', {
              validate: (name) => name.trim() !== '' || 'User Name required',
            })}
          />
        )}
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email', emailRules)}
        />
        <Field
          label="Password"
          type="password"
          autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
          maxLength={MAXIMUM_PASSWORD_LENGTH}
          error={errors.password?.message}
          {...register('password', passwordRules)}
        />
        {mode === 'login' && <ForgotPasswordLink control={control} />}
        {refusal}
        <EnterButton busy={isSubmitting}>{submit}</EnterButton>
        {mode === 'signUp' && <ConfirmMailPromise />}
        <noscript>Signing in needs JavaScript.</noscript>
      </form>
      {children}
      {mode === 'login' && <DemoAccounts onChoose={fill} />}
    </>
  )
}

/** Links to the reset page with the e-mail that is already typed. */
function ForgotPasswordLink({ control }: { control: Control<Typed> }) {
  const email = useWatch({ control, name: 'email' })
  return (
    <p className="forgot">
      <Link to={paths.forgotPassword} state={{ email }}>
        Forgot password?
      </Link>
    </p>
  )
}
