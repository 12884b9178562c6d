import { isIPv6 } from 'node:net'
import type { Consumed, RateLimits, Rule } from '../../../platform/limits/rate-limits.ts'

/** Many people may be behind one address: each may try again, and a hundred may sign in at once. */
const WAY_IN: Rule = { window: 60, max: 120 }
/** What costs a mail or a text. */
const MESSAGE: Rule = { window: 60, max: 30 }
const ANYTHING: Rule = { window: 60, max: 600 }

const WAYS_IN =
  /^\/(sign-in|sign-up|two-factor\/verify-|phone-number\/verify|passkey\/verify-|follow-email-link$)/
const MESSAGES =
  /^\/(request-password-reset|send-verification-email|change-email|phone-number\/send-otp)$/

/**
 * Counts a request by where it comes from. Every page asks who is there, and nobody guesses a
 * session: that is not counted. Addresses that are not known share one count: whoever makes them up
 * leaves no rows.
 */
export async function countByAddress(
  limits: RateLimits,
  address: string,
  path: string,
): Promise<Consumed> {
  if (path === '/get-session') return { allowed: true, retryAfter: null }
  const place = networkOf(address)
  if (WAYS_IN.test(path)) return limits.consume(`address|${place}|way-in`, WAY_IN)
  if (MESSAGES.test(path)) return limits.consume(`address|${place}|message`, MESSAGE)
  return limits.consume(`address|${place}|anything`, ANYTHING)
}

const DAY_SECONDS = 24 * 3600

/**
 * Counts a sign-up by the network that it comes from, or undefined for other requests. One that makes
 * no account is given back by its `key`.
 */
export async function countSignUp(
  limits: RateLimits,
  { address, path }: { address: string; path: string },
  max: number,
): Promise<(Consumed & { key: string }) | undefined> {
  if (path !== '/sign-up/email') return undefined
  const key = `address|${networkOf(address)}|new-account`
  return { key, ...(await limits.consume(key, { window: DAY_SECONDS, max })) }
}

/** Whoever has one address of IPv6 has the 2^64 beside it. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%', 1)[0] as string).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
