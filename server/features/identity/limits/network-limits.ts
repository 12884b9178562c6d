import { networkOf } from '../../../platform/limits/network-of.ts'
import type { RateLimits, Rule } from '../../../platform/limits/rate-limits.ts'
import type { IdentityEndpoint } from '../endpoints.ts'

const RULES = {
  /** This limit is high, because all users of an office may share one IP address. */
  'sign-in': { windowSeconds: 60, max: 120 },
  /** Requests that send a mail or an SMS. */
  message: { windowSeconds: 60, max: 30 },
  other: { windowSeconds: 60, max: 600 },
} satisfies Record<string, Rule>

/**
 * Counts a request from an IP address's network. Returns the seconds until a retry if the endpoint's limit is
 * exceeded.
 */
export async function countNetworkRequest(
  limits: RateLimits,
  ipAddress: string,
  { limit = 'other' }: IdentityEndpoint,
): Promise<number | undefined> {
  if (limit === 'none') return undefined
  return limits.consume(`network|${networkOf(ipAddress)}|${limit}`, RULES[limit])
}

const DAY_SECONDS = 24 * 3600

/** Counts a sign-up of a network. `retryAfter` is in seconds. Callers call `giveBack(key)` if no account is created. */
export async function countSignUp(
  limits: RateLimits,
  { ipAddress, path }: { ipAddress: string; path: string },
  max: number,
): Promise<{ key: string; retryAfter: number | undefined } | undefined> {
  if (path !== '/sign-up/email') return undefined
  const key = `network|${networkOf(ipAddress)}|new-account`
  return { key, retryAfter: await limits.consume(key, { windowSeconds: DAY_SECONDS, max }) }
}
