import { CallError, silence } from '../../../api/call-error.ts'
import { IdentityError } from '../identity-errors.ts'
import { askIdentity, type Entry, enter, requireStorage } from './sign-in.ts'

/** Signs in with a passkey that the browser finds and its owner allows; throws as signing in does. */
export async function signInWithPasskey(): Promise<Entry> {
  requireStorage()
  const webauthn = await import('@simplewebauthn/browser').catch((cause) => {
    throw new CallError(silence(cause))
  })
  if (!webauthn.browserSupportsWebAuthn()) throw new IdentityError('passkey-unsupported')
  const optionsJSON = await askIdentity('/api/auth/passkey/generate-authenticate-options')
  const response = await webauthn.startAuthentication({ optionsJSON }).catch((error) => {
    throw new IdentityError(reasonOf(error))
  })
  return enter('/api/auth/passkey/verify-authentication', { response })
}

/** Browsers do not tell a passkey that is missing from one that its owner keeps back. */
function reasonOf({ name }: Error) {
  return name === 'SecurityError' ? 'unauthorized-domain' : 'passkey-unused'
}
