import { CACHE_TTL_MS, PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  exchangeForToken,
  isSessionRejected,
  readAccessToken,
  removeToken,
} from '../../api/access/access-token.ts'
import { type Identity, readIdentity, SESSION_QUERY_KEY } from '../../api/access/read-identity.ts'
import { call, forceSignOut } from '../../api/call.ts'
import { CallError, readProblem } from '../../api/call-error.ts'
import { openChannel } from '../../api/other-tabs.ts'
import { queryClient } from '../../api/query-client.ts'
import { send } from '../../api/send.ts'

interface StaffFlag {
  admin: boolean
  /** True while the admin's rights are paused. */
  paused?: true
}

export interface SessionUser extends Identity, StaffFlag {}

/** `unknown`: the session could not be read. The page offers a retry. */
export type Session =
  | { status: 'loading' }
  | { status: 'unknown'; error: Error; retry: () => void }
  | { status: 'signedOut' }
  | { status: 'signedIn'; user: SessionUser }

/** The query of the signed-in user. Null if signed out. Also gets an access token if there is none. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_QUERY_KEY,
  queryFn: ({ signal }) => readSession(signal),
  staleTime: CACHE_TTL_MS,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Returns the current session. It is always `loading` during server rendering. */
export function useSession(): Session {
  return toSession(useQuery(sessionQuery))
}

type SessionResult = Pick<UseQueryResult<SessionUser | null>, 'data' | 'error' | 'refetch'>

/** Maps a query result to a session. While a refetch fails, keeps the last known session. */
export function toSession({ data, error, refetch }: SessionResult): Session {
  if (data) return { status: 'signedIn', user: data }
  if (data === null) return { status: 'signedOut' }
  return error ? { status: 'unknown', error, retry: () => void refetch() } : { status: 'loading' }
}

/**
 * Reads the signed-in user. If the session is not valid, removes the token and returns null. In this case, also
 * forces a sign-out if this tab shows a user.
 */
async function readSession(signal: AbortSignal): Promise<SessionUser | null> {
  const identity = await readIdentity(signal)
  if (!identity) return leaveSession()
  try {
    return { ...identity, ...(await readStaffFlag(identity, signal)) }
  } catch (error) {
    if (!isSessionRejected(error)) throw error
    return leaveSession()
  }
}

/** Removes the token. Forces a sign-out if this tab shows a user, like a rejected call. */
function leaveSession(): null {
  removeToken()
  if (queryClient.getQueryData(sessionQuery.queryKey)) forceSignOut()
  return null
}

/** Reads whether the user is an admin. Gets an access token first if there is none. */
async function readStaffFlag({ email }: Identity, signal: AbortSignal): Promise<StaffFlag> {
  if (!readAccessToken()) await exchangeForToken(email)
  const path = `/user/admin/${encodeURIComponent(email)}`
  return call<StaffFlag>('GET', path, { signal })
}

/**
 * Signs out in all tabs. Returns false if no user was signed in. If the server's session may still
 * exist, throws a CallError and keeps the local session.
 */
export async function signOut(): Promise<boolean> {
  const identity = await readIdentity()
  if (identity) await requestSignOut()
  clearSession()
  notifyTabs('signedOut')
  return identity !== null
}

let pendingSignOuts: Promise<void> | undefined

/** Clears a session that the server rejects. Also ends it on the server, and ignores errors. */
export function endRejectedSession(): void {
  clearSession()
  notifyTabs('signedOut')
  const signOut = requestSignOut().catch(() => {})
  pendingSignOuts = Promise.all([pendingSignOuts, signOut]).then(() => {})
}

/** Waits for the sign-outs of rejected sessions. A late response would delete the cookie of a new session. */
export const waitForSignOuts = () => pendingSignOuts

async function requestSignOut(): Promise<void> {
  const response = await send('POST', '/api/auth/sign-out', { body: {} })
  if (response.ok) return
  throw new CallError({
    ...(await readProblem(response)),
    detail: 'You are still signed in because signing out failed. Try again in a moment.',
  })
}

/** Removes the token and all cached data except parts and reviews. */
function clearSession(): void {
  removeToken()
  const publicKeys: unknown[] = [sessionQuery.queryKey[0], PARTS_QUERY_KEY, 'reviews']
  void queryClient.cancelQueries({ predicate: (query) => !publicKeys.includes(query.queryKey[0]) })
  // A pending read may still return the user.
  void queryClient.cancelQueries({ queryKey: sessionQuery.queryKey })
  queryClient.setQueryData(sessionQuery.queryKey, null)
  queryClient.removeQueries({ predicate: (query) => !publicKeys.includes(query.queryKey[0]) })
}

/** Follows sign-ins and sign-outs of other tabs. Calls `onSignedOut` if another tab has signed out this tab's user. */
export function syncWithTabs(onSignedOut: () => void): void {
  onTabMessage((event) => {
    if (event === 'signedIn')
      return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    const wasSignedIn = Boolean(queryClient.getQueryData(sessionQuery.queryKey))
    clearSession()
    if (wasSignedIn) onSignedOut()
  })
}

type SessionEvent = 'signedIn' | 'signedOut'

const channel = openChannel('freehub-session')

/** Notifies the shop's other tabs of a sign-in or sign-out. */
export function notifyTabs(sessionEvent: SessionEvent): void {
  channel?.postMessage(sessionEvent)
}

function onTabMessage(listener: (sessionEvent: SessionEvent) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<SessionEvent>) => listener(event.data))
}
