import { CACHE_LIFE_MS, PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { CallError, problemOf } from '../../api/call-error.ts'
import { type Identity, readIdentity } from '../../api/identity.ts'
import { queryClient } from '../../api/query-client.ts'
import { send } from '../../api/send.ts'
import { accessToken, exchangeForToken, forgetToken, isSessionRefused } from '../../api/token.ts'
import { onNewsFromTabs, tellTabs } from './tabs.ts'

interface StaffFlag {
  admin: boolean
  /** Set for an admin whose rights are paused. */
  paused?: true
}

export interface SessionUser extends Identity, StaffFlag {}

/** Unknown is what could not be found out: neither signed in nor out until a retry tells. */
export type Session =
  | { status: 'loading' }
  | { status: 'unknown'; error: Error; retry: () => void }
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
  return sessionOf(useQuery(sessionQuery))
}

type SessionResult = Pick<UseQueryResult<SessionUser | null>, 'data' | 'error' | 'refetch'>

/** What was known last still stands while a later look at it fails. */
export function sessionOf({ data, error, refetch }: SessionResult): Session {
  if (data) return { status: 'signedIn', user: data }
  if (data === null) return { status: 'signedOut' }
  return error ? { status: 'unknown', error, retry: () => void refetch() } : { status: 'loading' }
}

async function readSession(signal: AbortSignal): Promise<SessionUser | null> {
  const identity = await readIdentity(signal)
  if (!identity) {
    forgetToken()
    return null
  }
  try {
    return { ...identity, ...(await readStaffFlag(identity, signal)) }
  } catch (error) {
    if (!isSessionRefused(error)) throw error
    forgetToken()
    return null
  }
}

async function readStaffFlag({ email }: Identity, signal: AbortSignal): Promise<StaffFlag> {
  if (!accessToken()) await exchangeForToken(email)
  const path = `/user/admin/${encodeURIComponent(email)}`
  return call<StaffFlag>('GET', path, { signal })
}

/**
 * Signs out here and in the other tabs; false when nobody was signed in. Throws a CallError where
 * the session may live on, and forgets nothing then.
 */
export async function signOut(): Promise<boolean> {
  const identity = await readIdentity()
  if (identity) await endSession()
  forgetSession()
  tellTabs('signedOut')
  return identity !== null
}

/** Ends a session that the server refuses: here at once, at the provider if it can be reached. */
export function endRefusedSession(): void {
  forgetSession()
  tellTabs('signedOut')
  endSession().catch(() => {})
}

async function endSession(): Promise<void> {
  const response = await send('POST', '/api/auth/sign-out', { body: {} })
  if (response.ok) return
  throw new CallError({
    ...(await problemOf(response)),
    detail: 'You are still signed in: logging out did not succeed. Try again in a moment.',
  })
}

/** Forgets who was signed in and whatever only he may see. */
function forgetSession(): void {
  forgetToken()
  const open: unknown[] = [sessionQuery.queryKey[0], PARTS_QUERY_KEY, 'reviews']
  void queryClient.cancelQueries({ predicate: (query) => !open.includes(query.queryKey[0]) })
  queryClient.setQueryData(sessionQuery.queryKey, null)
  queryClient.removeQueries({ predicate: (query) => !open.includes(query.queryKey[0]) })
}

/** Keeps this tab in step with the others; `onSignedOut` hears that its user was signed out there. */
export function followTabs(onSignedOut: () => void): void {
  onNewsFromTabs((news) => {
    if (news === 'signedIn')
      return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    const wasSignedIn = Boolean(queryClient.getQueryData(sessionQuery.queryKey))
    forgetSession()
    if (wasSignedIn) onSignedOut()
  })
}
