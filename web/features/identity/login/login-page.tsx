import type { SignInProvider } from '@freehub/contract/settings'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { useAwake } from '../../../ui/use-awake.ts'
import { Entrance } from '../entrance.tsx'
import { asIdentityError, type IdentityError } from '../identity-errors.ts'
import { RedBox } from '../red-box.tsx'
import { LoginForm, type LoginMode } from './login-form.tsx'
import { OtherWays } from './other-ways.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { signInOnFullPage } from './provider-sign-in.ts'
import { useEntry, useGoingOn } from './use-entry.ts'
import { useReturnFromProvider } from './use-return-from-provider.ts'

const titles: Record<LoginMode, string> = { login: 'Login', signUp: 'Sign Up' }

/** One form that toggles between Login and Sign Up; whoever is signed in goes on to where he was. */
export function Component() {
  const [mode, setMode] = useState<LoginMode>('login')
  const [refusal, setRefusal] = useState<IdentityError | null>(null)
  const [tried, setTried] = useState<SignInProvider | null>(null)
  const awake = useAwake()
  const goOn = useEntry()
  useReturnFromProvider(useGoingOn(), setRefusal)

  function tryAgain(provider: SignInProvider | null) {
    setRefusal(null)
    setTried(provider)
  }

  function goToFullPage(provider: SignInProvider) {
    setRefusal(null)
    signInOnFullPage(provider).catch((error) => setRefusal(asIdentityError(error)))
  }

  return (
    <Entrance
      title={titles[mode]}
      description="Login or sign up to order bicycle spare parts, pay by card and follow your orders."
      path={paths.login}
    >
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
        onEntry={goOn}
        onRefused={setRefusal}
      >
        <ProviderButtons onTry={tryAgain} onEntry={goOn} onRefused={setRefusal} />
        {mode === 'login' && (
          <OtherWays onTry={() => tryAgain(null)} onEntry={goOn} onRefused={setRefusal} />
        )}
      </LoginForm>
    </Entrance>
  )
}
