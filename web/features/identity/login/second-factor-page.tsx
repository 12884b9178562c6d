import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Field } from '../../../ui/forms/field.tsx'
import {
  AuthError,
  AuthSubmitButton,
  CodeField,
  useInitialFocus,
  useRefusal,
} from '../auth-form-parts.tsx'
import { AuthLayout } from '../auth-layout.tsx'
import { signIn } from './sign-in.ts'
import { useRedirectSignedIn } from './use-sign-in-redirects.ts'

export default function SecondFactorPage() {
  const [method, setMethod] = useState<SecondFactorMethod>('app')
  useRedirectSignedIn()

  return (
    <AuthLayout title="Second Step">
      <p>
        {method === 'app'
          ? 'Enter the 6-digit code that your authenticator app shows for Freehub.'
          : 'Enter one of your backup codes. Each code works once.'}
      </p>
      <CodeForm key={method} method={method} />
      <div className="sign-in-options">
        <button
          type="button"
          className="btn btn-outline"
          onClick={() => setMethod(method === 'app' ? 'backup' : 'app')}
        >
          {method === 'app' ? 'Use a Backup Code' : 'Use the App'}
        </button>
      </div>
      <p>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </AuthLayout>
  )
}

const endpoints = {
  app: '/api/auth/two-factor/verify-totp',
  backup: '/api/auth/two-factor/verify-backup-code',
}

type SecondFactorMethod = keyof typeof endpoints

function CodeForm({ method }: { method: SecondFactorMethod }) {
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = formState
  const { refusal, attempt } = useRefusal()
  useInitialFocus(() => setFocus('code'))

  async function submitCode({ code }: { code: string }) {
    const credentials = { code: code.replace(/\s/g, '') }
    if (!(await attempt(() => signIn(endpoints[method], credentials))))
      setFocus('code', { shouldSelect: true })
  }

  const field = { error: errors.code?.message, ...register('code', { required: 'Code required' }) }
  return (
    <form className="formgrid" method="post" noValidate onSubmit={handleSubmit(submitCode)}>
      {method === 'app' ? (
        <CodeField label="Code" {...field} />
      ) : (
        <Field label="Backup code" autoComplete="off" className="code-field" {...field} />
      )}
      {refusal && <AuthError text={refusal.message} />}
      <AuthSubmitButton busy={isSubmitting}>Login</AuthSubmitButton>
    </form>
  )
}
