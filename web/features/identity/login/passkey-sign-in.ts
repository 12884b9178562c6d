import { CallError, toNetworkProblem } from '../../../api/call-error.ts'
import { IdentityError } from '../identity-errors.ts'
import { callAuthApi, requireStorage, type SignInResult, signIn } from './sign-in.ts'

/** Signs in with a passkey that the user selects in the browser. Throws like `signIn`. */
export async function signInWithPasskey(): Promise<SignInResult> {
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

/** Browsers report a missing passkey and a cancelled prompt alike. */
function toErrorCode({ name }: Error) {
  return name === 'SecurityError' ? 'unauthorized-domain' : 'passkey-unused'
}
