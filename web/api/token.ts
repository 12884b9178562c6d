import { ACCESS_TOKEN_KEY } from '@freehub/contract/constants'
import { CallError, problemOf } from './call-error.ts'
import { readIdentity } from './identity.ts'
import { send } from './send.ts'

/** The access token that this browser holds, or null; always null on the server. */
export function accessToken(): string | null {
  if (typeof document === 'undefined') return null
  try {
    return localStorage.getItem(ACCESS_TOKEN_KEY)
  } catch {
    // Storage is forbidden: then nobody is signed in.
    return null
  }
}

export function forgetToken(): void {
  try {
    localStorage.removeItem(ACCESS_TOKEN_KEY)
  } catch {
    // As above.
  }
}

/** False where the browser keeps nothing for this page. */
export function canKeepToken(): boolean {
  try {
    localStorage.setItem(`${ACCESS_TOKEN_KEY}Probe`, '')
    localStorage.removeItem(`${ACCESS_TOKEN_KEY}Probe`)
    return navigator.cookieEnabled
  } catch {
    return false
  }
}

/** Exchanges the session cookie of this e-mail for an access token, and keeps it. */
export async function exchangeForToken(email: string): Promise<void> {
  const response = await send('PUT', `/user/${encodeURIComponent(email)}`, { body: { email } })
  if (!response.ok) throw new CallError(await problemOf(response))
  const { token } = (await response.json()) as { token: string }
  localStorage.setItem(ACCESS_TOKEN_KEY, token)
}

let renewal: Promise<boolean> | undefined

/** Gets a new token if the session still stands. Calls that ask meanwhile share one exchange. */
export function renewToken(): Promise<boolean> {
  renewal ??= renew().finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renew(): Promise<boolean> {
  const identity = await readIdentity()
  if (!identity) return false
  try {
    await exchangeForToken(identity.email)
    return true
  } catch (error) {
    if (isSessionRefused(error)) return false
    throw error
  }
}

/** True when the shop will not have the session; an outage says nothing about it. */
export function isSessionRefused(error: unknown): boolean {
  return error instanceof CallError && (error.status === 401 || error.status === 403)
}
