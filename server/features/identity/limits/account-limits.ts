import { normalEmail } from '@freehub/contract/email'
import { normalPhone } from '@freehub/contract/phone'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import {
  type Consumed,
  hashedName,
  type RateLimits,
  type Rule,
} from '../../../platform/limits/rate-limits.ts'
import { networkOf } from './address-limits.ts'

/** Wrong passwords or codes for one account, from wherever they come. */
const WRONG: Rule = { window: 15 * 60, max: 10 }
/** Texts to one number, and for one person, whatever numbers he names: texts cost money. */
const TEXTS: Rule = { window: 15 * 60, max: 5 }

/** Where whoever is signed in gives his password again. */
const ASKS_PASSWORD = new Set([
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
])

/** Refusals before a password or code is compared. */
const NO_GUESS = new Set([
  'PASSWORD_TOO_COMMON',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'VALIDATION_ERROR',
  'INVALID_EMAIL',
  'INVALID_PHONE_NUMBER',
  'EMAIL_NOT_CONFIRMED',
  'SESSION_NOT_FRESH',
])

/** Under which key a request counts, and by which rule. `isGuess`: only while it is wrong. */
export interface Counted {
  key: string
  rule: Rule
  isGuess: boolean
}

export interface AccountRequest {
  address: string
  /** Below /api/auth, such as `/sign-in/email`. */
  path: string
  body: Record<string, unknown>
  emailOfSession: () => Promise<string | undefined>
}

/** The accounts that a request tries. Unknown ones count alike. */
export async function accountsTried(db: Db, request: AccountRequest): Promise<Counted[]> {
  const { address, path, body, emailOfSession } = request
  const { email, phoneNumber } = body
  if (path === '/sign-in/email' && typeof email === 'string') {
    return [await passwordGuess(db, normalEmail(email), address)]
  }
  if (path === '/phone-number/verify' && typeof phoneNumber === 'string') {
    return [guess(normalPhone(phoneNumber))]
  }
  if (path === '/phone-number/send-otp' && typeof phoneNumber === 'string') {
    const sender = await emailOfSession()
    return [text(normalPhone(phoneNumber)), ...(sender ? [text(sender)] : [])]
  }
  if (!ASKS_PASSWORD.has(path)) return []
  const owner = await emailOfSession()
  return [owner ? await passwordGuess(db, owner, address) : guess(networkOf(address))]
}

/** Under which a guess at the password of this e-mail counts, by whichever call. */
export async function passwordGuess(db: Db, email: string, address: string): Promise<Counted> {
  return guess(await withPlace(db, email, address))
}

/**
 * Where somebody is signed in already he has a count of his own: strangers who try his password from
 * elsewhere do not keep him out. Asked of every e-mail alike.
 */
async function withPlace(db: Db, email: string, address: string): Promise<string> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('ip_address')
    .distinct()
    .where('users.email', '=', email)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .execute()
  const place = networkOf(address)
  const isAtHome = rows.some(({ ip_address }) => ip_address && networkOf(ip_address) === place)
  return isAtHome ? `${email} at ${place}` : email
}

function guess(name: string): Counted {
  return { key: keyOf('guesses', name), rule: WRONG, isGuess: true }
}

function text(name: string): Counted {
  return { key: keyOf('texts', name), rule: TEXTS, isGuess: false }
}

/** Who has set a new password by a mail is no longer kept out by those who guessed at the one before. */
export function forgetGuesses(limits: RateLimits, email: string): Promise<void> {
  return limits.forget(keyOf('guesses', normalEmail(email)))
}

function keyOf(what: string, name: string): string {
  return `account|${what}|${hashedName(name)}`
}

/**
 * Counts before it is known whether the guess is right, so that of many at once no more are looked
 * at than one after the other.
 */
export function countByAccount(limits: RateLimits, { key, rule }: Counted): Promise<Consumed> {
  return limits.consume(key, rule)
}

/** What was right begins anew; what was no guess, or failed by our fault, is taken back. */
export async function settleGuess(
  limits: RateLimits,
  { key, isGuess }: Counted,
  { status, code }: { status: number; code: string | undefined },
): Promise<void> {
  if (!isGuess) return
  if (status < 400) await limits.forget(key)
  else if (status >= 500 || NO_GUESS.has(code ?? '')) await limits.giveBack(key)
}
