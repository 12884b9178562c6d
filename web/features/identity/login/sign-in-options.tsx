import { KeyRound, MessageSquareMore } from 'lucide-react'
import { Link } from 'react-router'
import { CallError, toNetworkProblem } from '../../../api/call-error.ts'
import { useBusy } from '../../../api/use-busy.ts'
import { useSettings } from '../../../page-settings.ts'
import { paths } from '../../../paths.ts'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { IdentityError } from '../identity-errors.ts'
import { ProviderLogo, providerNames } from './provider-logo.tsx'
import { signInWithPopup, usePopupProvider } from './provider-sign-in.ts'
import {
  callAuthApi,
  requireStorage,
  type SignInResult,
  type StartSignIn,
  signIn,
} from './sign-in.ts'

/**
 * Sign-in with Google or Github in a popup. Shows only the providers that are configured. Disabled before hydration:
 * browsers would block the popup of a click that is replayed later.
 */
export function ProviderButtons({ onStart }: { onStart: StartSignIn }) {
  const { signInProviders } = useSettings()
  const pendingProvider = usePopupProvider()
  const isHydrated = useHydrated()
  if (signInProviders.length === 0) return null

  return (
    <section className="providers" aria-label="Other ways to sign in">
      <p className="divider flex items-center gap-4 mb-1 text-ink-2">or</p>
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
      <p role="status" className="secondary">
        {pendingProvider && `Continue in the ${providerNames[pendingProvider]} window.`}
      </p>
    </section>
  )
}

export function PasswordlessOptions({ onStart }: { onStart: StartSignIn }) {
  const { isBusy, run } = useBusy()
  const { smsEnabled } = useSettings()
  const isHydrated = useHydrated()

  return (
    <div className="sign-in-options">
      <button
        type="button"
        className="btn btn-outline"
        disabled={!isHydrated}
        aria-busy={isBusy}
        onClick={() => run(() => onStart(signInWithPasskey))}
      >
        <KeyRound className="ic" aria-hidden="true" />
        Sign In With a Passkey
      </button>
      {smsEnabled && (
        <Link className="btn btn-outline" to={paths.phoneLogin}>
          <MessageSquareMore className="ic" aria-hidden="true" />
          Sign In With a Code by SMS
        </Link>
      )}
    </div>
  )
}

/** Signs in with a passkey that the user selects in the browser. Throws like `signIn`. */
async function signInWithPasskey(): Promise<SignInResult> {
  requireStorage()
  const webauthn = await import('@simplewebauthn/browser').catch((cause) => {
    throw new CallError(toNetworkProblem(cause))
  })
  if (!webauthn.browserSupportsWebAuthn()) throw new IdentityError('passkey-unsupported')
  const optionsJSON = await callAuthApi('/api/auth/passkey/generate-authenticate-options')
  const response = await webauthn.startAuthentication({ optionsJSON }).catch((error) => {
    throw new IdentityError(toErrorCode(error))
  })
  return signIn('/api/auth/passkey/verify-authentication', { response })
}

/** Returns the error code. Browsers report missing passkeys and cancelled prompts alike. */
function toErrorCode({ name }: Error) {
  return name === 'SecurityError' ? 'unauthorized-domain' : 'passkey-unused'
}
