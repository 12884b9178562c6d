import type { SignInProvider } from '@freehub/contract/settings'
import { useState } from 'react'
import { useSettings } from '../shell/settings.ts'
import { useAwake } from '../shell/use-awake.ts'
import { asIdentityError, type IdentityError } from './identity-errors.ts'
import { ProviderMark } from './provider-marks.tsx'
import { signInInPopup } from './provider-sign-in.ts'

const names: Record<SignInProvider, string> = { google: 'Google', github: 'Github' }

interface ProviderButtonsProps {
  onTry: (provider: SignInProvider) => void
  onRefused: (error: IdentityError) => void
}

/** Signing in at Google or Github, each in a window of its own; those that the shop has keys for. */
export function ProviderButtons({ onTry, onRefused }: ProviderButtonsProps) {
  const { signInProviders } = useSettings()
  const [waitingFor, setWaitingFor] = useState<SignInProvider | null>(null)
  const awake = useAwake()
  if (signInProviders.length === 0) return null

  async function enter(provider: SignInProvider) {
    onTry(provider)
    setWaitingFor((before) => before ?? provider)
    try {
      await signInInPopup(provider)
    } catch (error) {
      const refusal = asIdentityError(error)
      onRefused(refusal)
      if (refusal.code === 'cancelled-popup-request') return
    }
    setWaitingFor(null)
  }

  return (
    <section className="providers" aria-label="Other ways to sign in">
      <p className="or">or</p>
      {signInProviders.map((provider) => (
        <button
          key={provider}
          type="button"
          className="btn btn-outline btn-block"
          disabled={!awake}
          aria-busy={waitingFor === provider}
          onClick={() => enter(provider)}
        >
          <ProviderMark provider={provider} />
          Continue With {names[provider]}
        </button>
      ))}
      <p role="status" className="second">
        {waitingFor && `Go on in the window of ${names[waitingFor]}.`}
      </p>
    </section>
  )
}
