import type { SignInProvider } from '@freehub/contract/settings'
import { useSettings } from '../../../settings.ts'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { type IdentityError, toIdentityError } from '../identity-errors.ts'
import { ProviderLogo, providerNames } from './provider-logo.tsx'
import { signInWithPopup, usePopupProvider } from './provider-sign-in.ts'
import type { SignInResult } from './sign-in.ts'

interface ProviderButtonsProps {
  onAttempt: (provider: SignInProvider) => void
  onResult: (result: SignInResult | undefined) => void
  onRefused: (error: IdentityError) => void
}

/** Sign-in with Google or Github in a popup. Shows only the providers that are configured. */
export function ProviderButtons({ onAttempt, onResult, onRefused }: ProviderButtonsProps) {
  const { signInProviders } = useSettings()
  const pendingProvider = usePopupProvider()
  const isHydrated = useHydrated()
  if (signInProviders.length === 0) return null

  function startPopupSignIn(provider: SignInProvider) {
    onAttempt(provider)
    signInWithPopup(provider).then(onResult, (error) => onRefused(toIdentityError(error)))
  }

  return (
    <section className="providers" aria-label="Other ways to sign in">
      <p className="or">or</p>
      {signInProviders.map((provider) => (
        <button
          key={provider}
          type="button"
          className="btn btn-outline btn-block"
          disabled={!isHydrated}
          aria-busy={pendingProvider === provider}
          onClick={() => startPopupSignIn(provider)}
        >
          <ProviderLogo provider={provider} />
          Continue With {providerNames[provider]}
        </button>
      ))}
      <p role="status" className="second">
        {pendingProvider && `Continue in the ${providerNames[pendingProvider]} window.`}
      </p>
    </section>
  )
}
