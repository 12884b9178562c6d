import type { SignInProvider } from '@freehub/contract/settings'
import { canStoreToken, exchangeForToken } from '../../../api/access/access-token.ts'
import { readIdentity } from '../../../api/access/read-identity.ts'
import { CallError } from '../../../api/call-error.ts'
import { queryClient } from '../../../api/query-client.ts'
import { send } from '../../../api/send.ts'
import { IdentityError, identityErrorFromCode } from '../identity-errors.ts'
import { notifyTabs, sessionQuery, waitForSignOuts } from '../session.ts'

/** `secondFactor`: the password was correct, and the user now needs a code. */
export type SignInResult = 'signedIn' | 'secondFactor'

/** Signs in, then shows the refusal or the next screen. `provider` is set for a popup. */
export type StartSignIn = (
  signIn: () => Promise<SignInResult | undefined>,
  provider?: SignInProvider,
) => Promise<unknown>

/**
 * Signs in with an endpoint of Better Auth. Throws an IdentityError or a CallError, whose
 * message is for the user.
 */
export async function signIn(path: string, credentials: object): Promise<SignInResult> {
  requireStorage()
  const result = await callAuthApi(path, credentials)
  if (result.twoFactorRedirect) return 'secondFactor'
  await finishSignIn(result.user?.email ?? (await readIdentity())?.email ?? '')
  return 'signedIn'
}

/**
 * Signs up. Without a response, tries to sign in, because the server may have created the account. Throws the error of
 * the sign-up.
 */
export async function signUp(
  name: string,
  account: { email: string; password: string },
): Promise<SignInResult> {
  try {
    return await signIn('/api/auth/sign-up/email', { name, ...account })
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 0) throw error
    return signIn('/api/auth/sign-in/email', account).catch(() => {
      throw error
    })
  }
}

/** Calls an endpoint below `/api/auth`. Throws an IdentityError for an error response. */
export async function callAuthApi(path: string, body?: object) {
  await waitForSignOuts()
  const response = await send(body ? 'POST' : 'GET', path, { body })
  const result = await response.json().catch(() => null)
  if (!response.ok) {
    const retryAfterSeconds = Number(response.headers.get('Retry-After'))
    throw identityErrorFromCode(result?.code, response.status, retryAfterSeconds)
  }
  return result ?? {}
}

/** Throws an IdentityError if the browser blocks storage, because the user could not stay signed in. */
export function requireStorage(): void {
  if (!canStoreToken()) throw new IdentityError('web-storage-unsupported')
}

/** Exchanges the new session for a token, refetches the session and notifies the other tabs. */
export async function finishSignIn(email: string): Promise<void> {
  // A pending read may still return "signed out". It must not overwrite the new session.
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey })
  await exchangeForToken(email)
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  notifyTabs('signedIn')
}
