import { ACCESS_TOKEN_KEY } from '@freehub/contract/constants'
import { CallError, readProblem } from './call-error.ts'
import { send } from './send.ts'
import { tryStorage } from './storage.ts'

/** Reads the access token from local storage. Always null on the server. */
export function readAccessToken(): string | null {
  if (typeof document === 'undefined') return null
  return tryStorage(() => localStorage.getItem(ACCESS_TOKEN_KEY)) ?? null
}

export function removeToken(): void {
  tryStorage(() => localStorage.removeItem(ACCESS_TOKEN_KEY))
}

/** False if the browser blocks local storage or cookies. */
export function canStoreToken(): boolean {
  const probe = `${ACCESS_TOKEN_KEY}Probe`
  const isCookieEnabled = tryStorage(() => {
    localStorage.setItem(probe, '')
    localStorage.removeItem(probe)
    return navigator.cookieEnabled
  })
  return isCookieEnabled ?? false
}

/** Exchanges the session cookie of this email for an access token, and stores the token. */
export async function exchangeForToken(email: string): Promise<void> {
  const response = await send('PUT', `/user/${encodeURIComponent(email)}`, { body: { email } })
  if (!response.ok) throw new CallError(await readProblem(response))
  const { token } = (await response.json()) as { token: string }
  localStorage.setItem(ACCESS_TOKEN_KEY, token)
}

let pendingRenewal: Promise<boolean> | undefined

/**
 * Gets a new token and returns true, or returns false if the session is no longer valid. Throws a
 * CallError if the server is unavailable. Concurrent calls share one exchange.
 */
export function renewToken(): Promise<boolean> {
  pendingRenewal ??= renew().finally(() => {
    pendingRenewal = undefined
  })
  return pendingRenewal
}

/** Exchanges the session for a new token. Returns false if the session is no longer valid. */
async function renew(): Promise<boolean> {
  const identity = await readIdentity()
  if (!identity) return false
  try {
    await exchangeForToken(identity.email)
    return true
  } catch (error) {
    if (isSessionRejected(error)) return false
    throw error
  }
}

/** True if the server rejected the session; false for an outage. */
export function isSessionRejected(error: unknown): boolean {
  return error instanceof CallError && (error.status === 401 || error.status === 403)
}

/** The user of Better Auth's session in this browser. */
export interface Identity {
  email: string
  name: string
  image: string | null
  emailConfirmed: boolean
}

/**
 * Reads Better Auth's session, or null if there is none. With a token, asks twice: a change may have replaced the
 * session during the first request.
 */
export async function readIdentity(signal?: AbortSignal): Promise<Identity | null> {
  const identity = await requestIdentity(signal)
  return identity || !readAccessToken() ? identity : requestIdentity(signal)
}

async function requestIdentity(signal?: AbortSignal): Promise<Identity | null> {
  const response = await send('GET', '/api/auth/get-session', { signal })
  if (response.status === 401) return null
  if (!response.ok) throw new CallError(await readProblem(response))
  const session = (await response.json()) as {
    user: Omit<Identity, 'emailConfirmed'> & { emailVerified: boolean }
  } | null
  if (!session) return null
  const { email, name, image, emailVerified } = session.user
  return { email, name, image: image ?? null, emailConfirmed: emailVerified }
}
