import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PageHead } from '../shell/page-head.tsx'
import { useAwake } from '../shell/use-awake.ts'
import { LoginForm, type LoginMode } from './login-form.tsx'
import { takeReturnAddress } from './return-address.ts'
import { useSession } from './session.ts'

const titles: Record<LoginMode, string> = { login: 'Login', signUp: 'Sign Up' }

/** One form that toggles between Login and Sign Up; whoever is signed in goes on to where he was. */
export function Component() {
  const [mode, setMode] = useState<LoginMode>('login')
  const { status } = useSession()
  const navigate = useNavigate()
  const awake = useAwake()

  useEffect(() => {
    if (status === 'signedIn') void navigate(takeReturnAddress(), { replace: true })
  }, [status, navigate])

  return (
    <div className="login">
      <PageHead title={titles[mode]} description="Login or sign up to order bicycle spare parts." />
      <div className="login-panel">
        <h1>{titles[mode]}</h1>
        <fieldset className="segments" disabled={!awake}>
          <legend className="sr-only">Login or Sign Up</legend>
          {(['login', 'signUp'] as const).map((other) => (
            <button
              key={other}
              type="button"
              aria-pressed={mode === other}
              onClick={() => setMode(other)}
            >
              {titles[other]}
            </button>
          ))}
        </fieldset>
        <LoginForm key={mode} mode={mode} submit={titles[mode]} />
      </div>
      <div className="login-side">
        <img src="/drawings/house/login-wheel.svg" width="500" height="660" alt="" />
      </div>
    </div>
  )
}
