import { networkOf } from '../../../platform/limits/network-of.ts'
import type { RateLimits, Rule } from '../../../platform/limits/rate-limits.ts'

/** The limit is high, because all users of an office may share one IP address. */
const SIGN_IN: Rule = { window: 60, max: 120 }
/** Limit of requests that send a mail or an SMS. */
const MESSAGE: Rule = { window: 60, max: 30 }
const OTHER: Rule = { window: 60, max: 600 }

const SIGN_IN_PATHS =
  /^\/(sign-in|sign-up|two-factor\/verify-|phone-number\/verify|passkey\/verify-|follow-email-link$)/
const MESSAGE_PATHS =
  /^\/(request-password-reset|send-verification-email|change-email|phone-number\/send-otp)$/

/** Counts a request for its network, by kind of path. Above the limit, returns the seconds until a retry. */
export async function countByNetwork(
  limits: RateLimits,
  ipAddress: string,
  path: string,
): Promise<number | undefined> {
  if (path === '/get-session') return undefined
  const network = networkOf(ipAddress)
  if (SIGN_IN_PATHS.test(path)) return limits.consume(`address|${network}|sign-in`, SIGN_IN)
  if (MESSAGE_PATHS.test(path)) return limits.consume(`address|${network}|message`, MESSAGE)
  return limits.consume(`address|${network}|other`, OTHER)
}

const DAY_SECONDS = 24 * 3600

/** Counts a sign-up of a network. `retryAfter` is in seconds. Callers subtract from `key` if no account is created. */
export async function countSignUp(
  limits: RateLimits,
  { ipAddress, path }: { ipAddress: string; path: string },
  max: number,
): Promise<{ key: string; retryAfter: number | undefined } | undefined> {
  if (path !== '/sign-up/email') return undefined
  const key = `address|${networkOf(ipAddress)}|new-account`
  return { key, retryAfter: await limits.consume(key, { window: DAY_SECONDS, max }) }
}
