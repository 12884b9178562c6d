import { readIdentity } from '../../../api/identity.ts'
import { queryClient } from '../../../api/query-client.ts'
import { send } from '../../../api/send.ts'
import { canKeepToken, exchangeForToken } from '../../../api/token.ts'
import { IdentityError, identityError } from '../identity-errors.ts'
import { sessionQuery } from '../session.ts'
import { tellTabs } from '../tabs.ts'

/** How a try ended that was not refused: one is in, or the second factor is asked for first. */
export type Entry = 'in' | 'secondFactor'

/** Signs in; throws an IdentityError or a CallError with a sentence to show. */
export function signInWithPassword(account: { email: string; password: string }): Promise<Entry> {
  return enter('/api/auth/sign-in/email', account)
}

/** Makes an account with this display name and signs in; throws as signing in does. */
export function signUp(account: { name: string; email: string; password: string }): Promise<Entry> {
  return enter('/api/auth/sign-up/email', account)
}

/** Signs in by whatever this call of the identity provider asks for. */
export async function enter(path: string, proof: object): Promise<Entry> {
  requireStorage()
  const answer = await askIdentity(path, proof)
  if (answer.twoFactorRedirect) return 'secondFactor'
  await finishSignIn(answer.user?.email ?? (await readIdentity())?.email ?? '')
  return 'in'
}

/** Asks the identity provider; throws an IdentityError where it refuses. */
export async function askIdentity(path: string, body?: object) {
  const response = await send(body ? 'POST' : 'GET', path, { body })
  const answer = await response.json().catch(() => null)
  if (!response.ok) {
    const wait = Number(response.headers.get('Retry-After'))
    throw identityError(answer?.code, response.status, wait)
  }
  return answer ?? {}
}

/** Where nothing can be kept, nobody stays signed in: that is said before he tries. */
export function requireStorage(): void {
  if (!canKeepToken()) throw new IdentityError('web-storage-unsupported')
}

/** Exchanges the session that there is now for a token, and lets everybody know. */
export async function finishSignIn(email: string): Promise<void> {
  // Whoever looked a moment ago saw nobody here: that answer must not come after this one.
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey })
  await exchangeForToken(email)
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  tellTabs('signedIn')
}
