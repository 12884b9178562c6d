import { ACCESS_TOKEN_KEY } from '@freehub/contract/constants'
import { CallError, readProblem } from '../call-error.ts'
import { send } from '../send.ts'
import { tryStorage } from '../storage.ts'

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

/**
 * Exchanges the session cookie of the user with this email for an access token, and stores the token. Throws a
 * CallError if the call fails.
 */
export async function exchangeForToken(email: string): Promise<void> {
  const response = await send('PUT', `/user/${encodeURIComponent(email)}`, { body: { email } })
  if (!response.ok) throw new CallError(await readProblem(response))
  const { token } = (await response.json()) as { token: string }
  localStorage.setItem(ACCESS_TOKEN_KEY, token)
}

/** True if the server rejected the session; false for an outage. */
export function isSessionRejected(error: unknown): boolean {
  return error instanceof CallError && (error.status === 401 || error.status === 403)
}
