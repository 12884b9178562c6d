import { useSettings } from '../../../settings.ts'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { ProviderLogo, providerNames } from './provider-logo.tsx'
import { signInWithPopup, usePopupProvider } from './provider-sign-in.ts'
import type { StartSignIn } from './sign-in.ts'

/** Sign-in with Google or Github in a popup. Shows only the providers that are configured. */
export function ProviderButtons({ onStart }: { onStart: StartSignIn }) {
  const { signInProviders } = useSettings()
  const pendingProvider = usePopupProvider()
  const isHydrated = useHydrated()
  if (signInProviders.length === 0) return null

  return (
    <section className="providers" aria-label="Other ways to sign in">
      <p className="divider">or</p>
      {signInProviders.map((provider) => (
        <button
          key={provider}
          type="button"
          className="btn btn-outline btn-block"
          disabled={!isHydrated}
          aria-busy={pendingProvider === provider}
          onClick={() => onStart(() => signInWithPopup(provider), provider)}
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
