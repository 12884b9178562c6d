import type { SignInProvider } from '@freehub/contract/settings'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { AuthError, useRefusal } from '../auth-form-parts.tsx'
import { AuthLayout } from '../auth-layout.tsx'
import { type IdentityError, identityErrorFromCode } from '../identity-errors.ts'
import { notifyTabs, type Session } from '../session.ts'
import { LoginForm, type LoginMode } from './login-form.tsx'
import { signInWithRedirect } from './provider-sign-in.ts'
import type { StartSignIn } from './sign-in.ts'
import { PasswordlessOptions, ProviderButtons } from './sign-in-options.tsx'
import { useRedirectSignedIn, useSignInResultHandler } from './use-sign-in-redirects.ts'

const titles: Record<LoginMode, string> = { login: 'Login', signUp: 'Sign Up' }

/** The form for Login and Sign Up. Redirects signed-in users. */
export default function LoginPage() {
  const [mode, setMode] = useState<LoginMode>('login')
  const { refusal, setRefusal, attempt } = useRefusal()
  const [attemptedProvider, setAttemptedProvider] = useState<SignInProvider>()
  const handleResult = useSignInResultHandler()
  const sessionStatus = useRedirectSignedIn()
  useProviderResult(sessionStatus, setRefusal)

  const start: StartSignIn = (signIn, provider) => {
    setAttemptedProvider(provider)
    return attempt(async () => handleResult(await signIn()))
  }

  return (
    <AuthLayout
      title={titles[mode]}
      description="Sign in or sign up to order bicycle spare parts, pay by card and track your orders."
      path={paths.login}
    >
      <fieldset className="segments grid grid-cols-[1fr_1fr] border border-rule-2 rounded-[3px]">
        <legend className="sr-only">Login or Sign Up</legend>
        {(['login', 'signUp'] as const).map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={mode === option}
            onClick={() => {
              setMode(option)
              setRefusal(null)
            }}
          >
            {titles[option]}
          </button>
        ))}
      </fieldset>
      <LoginForm
        mode={mode}
        submitLabel={titles[mode]}
        refusal={
          refusal && (
            <AuthError text={refusal.message}>
              {refusal.code === 'popup-blocked' && attemptedProvider && (
                <button
                  type="button"
                  className="btn btn-outline btn-sm"
                  onClick={() => attempt(() => signInWithRedirect(attemptedProvider))}
                >
                  Continue on a full page
                </button>
              )}
            </AuthError>
          )
        }
        onStart={start}
      >
        <ProviderButtons onStart={start} />
        {mode === 'login' && <PasswordlessOptions onStart={start} />}
      </LoginForm>
    </AuthLayout>
  )
}

/**
 * Handles the return from a provider's page. After a sign-in, notifies the other tabs. Otherwise reports the error and
 * removes it from the URL.
 */
function useProviderResult(
  status: Session['status'],
  onRefused: (error: IdentityError) => void,
): void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const error = search.get('error')
  const isFromProvider = search.has('from')

  useEffect(() => {
    if (error === null) return
    onRefused(identityErrorFromCode(error))
    void navigate(paths.login, { replace: true })
  }, [error, onRefused, navigate])

  useEffect(() => {
    if (isFromProvider && status === 'signedIn') notifyTabs('signedIn')
  }, [isFromProvider, status])
}
