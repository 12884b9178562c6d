import '../style/login.css'
import type { SignInProvider } from '@freehub/contract/settings'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useAwake } from '../shell/use-awake.ts'
import { asIdentityError, type IdentityError } from './identity-errors.ts'
import { LoginForm, type LoginMode } from './login-form.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { signInOnFullPage } from './provider-sign-in.ts'
import { RedBox } from './red-box.tsx'
import { takeReturnAddress } from './return-address.ts'
import { useSession } from './session.ts'
import { useReturnFromProvider } from './use-return-from-provider.ts'

const titles: Record<LoginMode, string> = { login: 'Login', signUp: 'Sign Up' }

/** One form that toggles between Login and Sign Up; whoever is signed in goes on to where he was. */
export function Component() {
  const [mode, setMode] = useState<LoginMode>('login')
  const [refusal, setRefusal] = useState<IdentityError | null>(null)
  const [tried, setTried] = useState<SignInProvider | null>(null)
  const { status } = useSession()
  const navigate = useNavigate()
  const awake = useAwake()
  useReturnFromProvider(status, setRefusal)

  useEffect(() => {
    if (status === 'signedIn') void navigate(takeReturnAddress(), { replace: true })
  }, [status, navigate])

  function tryAgain(provider: SignInProvider | null) {
    setRefusal(null)
    setTried(provider)
  }

  function goToFullPage(provider: SignInProvider) {
    setRefusal(null)
    signInOnFullPage(provider).catch((error) => setRefusal(asIdentityError(error)))
  }

  return (
    <div className="login">
      <PageHead
        title={titles[mode]}
        description="Login or sign up to order bicycle spare parts, pay by card and follow your orders."
        path={paths.login}
      />
      <div className="login-panel">
        <h1>{titles[mode]}</h1>
        <fieldset className="segments" disabled={!awake}>
          <legend className="sr-only">Login or Sign Up</legend>
          {(['login', 'signUp'] as const).map((other) => (
            <button
              key={other}
              type="button"
              aria-pressed={mode === other}
              onClick={() => {
                setMode(other)
                setRefusal(null)
              }}
            >
              {titles[other]}
            </button>
          ))}
        </fieldset>
        <LoginForm
          mode={mode}
          submit={titles[mode]}
          refusal={
            refusal && (
              <RedBox text={refusal.message}>
                {refusal.code === 'popup-blocked' && tried && (
                  <button
                    type="button"
                    className="btn btn-outline btn-sm"
                    onClick={() => goToFullPage(tried)}
                  >
                    Continue on a full page
                  </button>
                )}
              </RedBox>
            )
          }
          onTry={() => tryAgain(null)}
          onRefused={setRefusal}
        >
          <ProviderButtons onTry={tryAgain} onRefused={setRefusal} />
        </LoginForm>
      </div>
      <div className="login-side">
        <img src="/drawings/house/login-wheel.svg" width="500" height="660" alt="" />
      </div>
    </div>
  )
}
