import { MAXIMUM_PASSWORD_LENGTH, MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { isEmail, normalEmail } from '@freehub/contract/email'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CallError } from '../api/call-error.ts'
import { useAwake } from '../shell/use-awake.ts'
import { Field } from '../ui/field.tsx'
import { WarnIcon } from '../ui/icons.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { IdentityError } from './identity-errors.ts'
import { signInWithPassword, signUp } from './session.ts'

export type LoginMode = 'login' | 'signUp'

interface Account {
  name: string
  email: string
  password: string
}

/** E-mail and password, and for a new account the name. What the provider refuses stands in a red box. */
export function LoginForm({ mode, submit }: { mode: LoginMode; submit: string }) {
  const { register, handleSubmit, formState, setValue, clearErrors } = useForm<Account>()
  const { errors, isSubmitting } = formState
  const [refused, setRefused] = useState('')
  const awake = useAwake()

  async function enter({ name, email, password }: Account) {
    setRefused('')
    const account = { email: normalEmail(email), password }
    try {
      await (mode === 'login'
        ? signInWithPassword(account)
        : signUp({ name: name.trim(), ...account }))
    } catch (error) {
      setRefused(sentenceFor(error))
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
          {...register('email', {
            required: 'Email required',
            validate: (email) => isEmail(email.trim()) || 'Provide a valid email',
          })}
        />
        <Field
          label="Password"
          type="password"
          autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
          maxLength={MAXIMUM_PASSWORD_LENGTH}
          error={errors.password?.message}
          {...register('password', {
            required: 'Password required',
            minLength: {
              value: MINIMUM_PASSWORD_LENGTH,
              message: `Minimum ${MINIMUM_PASSWORD_LENGTH} character or longer`,
            },
          })}
        />
        {refused && (
          <p className="red-box" role="alert">
            <WarnIcon />
            {refused}
          </p>
        )}
        <button
          type="submit"
          className="btn btn-block"
          disabled={!awake || isSubmitting}
          aria-busy={isSubmitting}
        >
          {submit}
        </button>
        <noscript>Signing in needs JavaScript.</noscript>
      </form>
      {mode === 'login' && <DemoAccounts onChoose={fill} />}
    </>
  )
}

function sentenceFor(error: unknown): string {
  if (error instanceof IdentityError || error instanceof CallError) return error.message
  return 'Signing in did not succeed. Try again in a moment.'
}
