import { normalizeEmail } from '@freehub/contract/email'
import { normalizePhone } from '@freehub/contract/phone'
import { BASE_ERROR_CODES, type GenericEndpointContext } from 'better-auth'
import { APIError, getIP } from 'better-auth/api'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import {
  createRateLimits,
  hashedName,
  type RateLimits,
  type Rule,
} from '../../../platform/limits/rate-limits.ts'
import { limitsReached } from '../../../platform/metrics/metrics.ts'
import { findEndpoint } from '../endpoints.ts'

/** Limit of wrong passwords or codes for one account. A known network has its own count of wrong passwords. */
const WRONG_GUESSES: Rule = { windowSeconds: 15 * 60, max: 10 }
/** Limit for one phone number, and for one user's SMS to any numbers. Each SMS costs money. */
const SMS_CODES: Rule = { windowSeconds: 15 * 60, max: 5 }

/** Codes of refusals that occur before a password or code is compared. */
const NOT_GUESSES = new Set([
  'PASSWORD_TOO_COMMON',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'VALIDATION_ERROR',
  'INVALID_EMAIL',
  'INVALID_PHONE_NUMBER',
  'EMAIL_NOT_CONFIRMED',
  'SESSION_NOT_FRESH',
  'TWO_FACTOR_NOT_ENABLED',
])

/** A rate-limit key and its rule. With `isGuess`, a correct password or code resets the count. */
export interface AccountCounter {
  key: string
  rule: Rule
  isGuess: boolean
}

export interface AccountRequest {
  ipAddress: string
  /** The path below /api/auth, such as `/sign-in/email`. */
  path: string
  body: Record<string, unknown>
  readSessionEmail: () => Promise<string | undefined>
}

/**
 * Returns the counters of attempts that a request increments: those of its email, phone number or network. An email
 * without an account has a counter too.
 */
export async function listAccountCounters(
  db: Db,
  request: AccountRequest,
): Promise<AccountCounter[]> {
  const { ipAddress, path, body, readSessionEmail } = request
  const { email, phoneNumber } = body
  if (path === '/sign-in/email' && typeof email === 'string') {
    return [await findPasswordGuessCounter(db, normalizeEmail(email), ipAddress)]
  }
  if (path === '/phone-number/verify' && typeof phoneNumber === 'string') {
    return [createGuessCounter(normalizePhone(phoneNumber))]
  }
  if (path === '/phone-number/send-otp' && typeof phoneNumber === 'string') {
    const userEmail = await readSessionEmail()
    return [
      createSmsCounter(normalizePhone(phoneNumber)),
      ...(userEmail ? [createSmsCounter(userEmail)] : []),
    ]
  }
  if (findEndpoint(path)?.proof !== 'password') return []
  const owner = await readSessionEmail()
  return [
    owner
      ? await findPasswordGuessCounter(db, owner, ipAddress)
      : createGuessCounter(networkOf(ipAddress)),
  ]
}

/**
 * Returns the counter of password guesses for this email. A known network, where the user has a session, has its own
 * counter, so that guesses from elsewhere do not lock the user out. Runs the query also for unknown emails, so that the
 * timing is equal.
 */
export async function findPasswordGuessCounter(
  db: Db,
  email: string,
  ipAddress: string,
): Promise<AccountCounter> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('ip_address')
    .distinct()
    .where('users.email', '=', email)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .execute()
  const network = networkOf(ipAddress)
  const isKnownNetwork = rows.some(
    ({ ip_address }) => ip_address && networkOf(ip_address) === network,
  )
  return createGuessCounter(email, isKnownNetwork ? network : undefined)
}

function createGuessCounter(name: string, knownNetwork?: string): AccountCounter {
  const suffix = knownNetwork === undefined ? '' : `|${hashedName(knownNetwork)}`
  return { key: limitKey('guesses', name) + suffix, rule: WRONG_GUESSES, isGuess: true }
}

function createSmsCounter(name: string): AccountCounter {
  return { key: limitKey('sms', name), rule: SMS_CODES, isGuess: false }
}

/**
 * Resets all counts of password guesses for an email, including the counts for known networks. Otherwise guesses at the
 * old password could lock the user out.
 */
export function resetGuesses(limits: RateLimits, email: string): Promise<void> {
  return limits.resetAll(limitKey('guesses', normalizeEmail(email)))
}

/** Returns a rate-limit key. It contains only a hash of `name`, which may be an email or a phone number. */
function limitKey(kind: string, name: string): string {
  return `account|${kind}|${hashedName(name)}`
}

/** Resets the count after a correct guess. Subtracts an attempt that failed with 5xx or was no guess. */
export async function settleGuess(
  limits: RateLimits,
  { key, isGuess }: AccountCounter,
  { status, code }: { status: number; code: string | undefined },
): Promise<void> {
  if (!isGuess) return
  if (status < 400) await limits.reset(key)
  else if (status >= 500 || NOT_GUESSES.has(code ?? '')) await limits.giveBack(key)
}

interface Owner {
  email: string
  passwordHash: string
}

/** Checks a password without a session. Throws `INVALID_PASSWORD`, or `TOO_MANY_REQUESTS` after too many guesses. */
export async function checkPassword(
  ctx: GenericEndpointContext,
  db: Db,
  { email, passwordHash }: Owner,
  password: string,
): Promise<void> {
  const { password: passwords, options } = ctx.context
  const limits = createRateLimits(db)
  const ipAddress = getIP(ctx.headers ?? new Headers(), options) ?? ''
  const guess = await findPasswordGuessCounter(db, email, ipAddress)
  const retryAfter = await limits.consume(guess.key, guess.rule)
  if (retryAfter !== undefined) throw tooManyGuessesError(retryAfter)
  const isCorrect = await passwords
    .verify({ hash: passwordHash, password })
    .catch(async (error) => {
      await settleGuess(limits, guess, { status: 500, code: undefined })
      throw error
    })
  await settleGuess(limits, guess, { status: isCorrect ? 200 : 401, code: undefined })
  if (!isCorrect) throw APIError.from('UNAUTHORIZED', BASE_ERROR_CODES.INVALID_PASSWORD)
}

function tooManyGuessesError(seconds: number): APIError {
  limitsReached.inc({ limit: 'account' })
  return new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts. Try again later.' },
    { 'retry-after': String(seconds) },
  )
}
