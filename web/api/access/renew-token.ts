import { exchangeForToken, isSessionRejected } from './access-token.ts'
import { readIdentity } from './read-identity.ts'

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
