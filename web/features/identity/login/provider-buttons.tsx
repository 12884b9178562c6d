import type { SignInProvider } from '@freehub/contract/settings'
import { useSettings } from '../../../settings.ts'
import { useAwake } from '../../../ui/use-awake.ts'
import { asIdentityError, type IdentityError } from '../identity-errors.ts'
import { ProviderMark } from './provider-marks.tsx'
import { signInInPopup, useOpenProvider } from './provider-sign-in.ts'
import type { Entry } from './sign-in.ts'

const names: Record<SignInProvider, string> = { google: 'Google', github: 'Github' }

interface ProviderButtonsProps {
  onTry: (provider: SignInProvider) => void
  onEntry: (entry: Entry | undefined) => void
  onRefused: (error: IdentityError) => void
}

/** Signing in at Google or Github, each in a window of its own; those that the shop has keys for. */
export function ProviderButtons({ onTry, onEntry, onRefused }: ProviderButtonsProps) {
  const { signInProviders } = useSettings()
  const openAt = useOpenProvider()
  const awake = useAwake()
  if (signInProviders.length === 0) return null

  function enter(provider: SignInProvider) {
    onTry(provider)
    signInInPopup(provider).then(onEntry, (error) => onRefused(asIdentityError(error)))
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
          aria-busy={openAt === provider}
          onClick={() => enter(provider)}
        >
          <ProviderMark provider={provider} />
          Continue With {names[provider]}
        </button>
      ))}
      <p role="status" className="second">
        {openAt && `Go on in the window of ${names[openAt]}.`}
      </p>
    </section>
  )
}
