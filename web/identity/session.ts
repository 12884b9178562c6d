import { CACHE_LIFE_MS, PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { send } from '../api/send.ts'
import { type Identity, readIdentity } from './identity.ts'
import { IdentityError, identitySentence } from './identity-errors.ts'
import { onNewsFromTabs, tellTabs } from './tabs.ts'
import { accessToken, exchangeForToken, forgetToken } from './token.ts'

export interface SessionUser extends Identity {
  admin: boolean
}

export type Session =
  | { status: 'loading' }
  | { status: 'signedOut' }
  | { status: 'signedIn'; user: SessionUser }

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: CACHE_LIFE_MS,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Who is signed in, as far as it is known. Always loading on the server. */
export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery)
  if (isPending) return { status: 'loading' }
  return data ? { status: 'signedIn', user: data } : { status: 'signedOut' }
}

async function readSession(signal: AbortSignal): Promise<SessionUser | null> {
  const identity = await readIdentity(signal)
  if (!identity) {
    forgetToken()
    return null
  }
  if (!accessToken()) await exchangeForToken(identity.email)
  const path = `/user/admin/${encodeURIComponent(identity.email)}`
  const { admin } = await call<{ admin: boolean }>('GET', path, { signal })
  return { ...identity, admin }
}

/** Signs in; throws an IdentityError or a CallError with a sentence to show. */
export function signInWithPassword(account: { email: string; password: string }): Promise<void> {
  return enter('/api/auth/sign-in/email', account)
}

/** Makes an account with this display name and signs in; throws as signing in does. */
export function signUp(account: { name: string; email: string; password: string }): Promise<void> {
  return enter('/api/auth/sign-up/email', account)
}

async function enter(path: string, account: { email: string }): Promise<void> {
  const response = await send('POST', path, { body: account })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new IdentityError(identitySentence(response.status, answer.code))
  await exchangeForToken(answer.user?.email ?? account.email)
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  tellTabs('signedIn')
}

/** Signs out here and in the other tabs; false when nobody was signed in. Throws a CallError. */
export async function signOut(): Promise<boolean> {
  const identity = await readIdentity()
  if (identity) await send('POST', '/api/auth/sign-out', { body: {} })
  forgetSession()
  tellTabs('signedOut')
  return identity !== null
}

/** Ends a session that the server refuses: here at once, at the provider as soon as it hears of it. */
export function endRefusedSession(): void {
  forgetSession()
  tellTabs('signedOut')
  send('POST', '/api/auth/sign-out', { body: {} }).catch(() => {})
}

/** Forgets who was signed in and whatever only he may see. */
function forgetSession(): void {
  forgetToken()
  const open: unknown[] = [sessionQuery.queryKey[0], PARTS_QUERY_KEY, 'reviews']
  void queryClient.cancelQueries({ predicate: (query) => !open.includes(query.queryKey[0]) })
  queryClient.setQueryData(sessionQuery.queryKey, null)
  queryClient.removeQueries({ predicate: (query) => !open.includes(query.queryKey[0]) })
}

/** Keeps this tab in step with the others. */
export function followTabs(): void {
  onNewsFromTabs((news) => {
    if (news === 'signedOut') forgetSession()
    else void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  })
}
