import { BASE_ERROR_CODES, type GenericEndpointContext } from 'better-auth'
import { APIError, getIP } from 'better-auth/api'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { createRateLimits } from '../../../platform/limits/rate-limits.ts'
import { limitsReached } from '../../../platform/metrics/metrics.ts'
import { countAttempt, passwordGuessCounter, settleGuess } from './account-limits.ts'

interface Owner {
  email: string
  passwordHash: string
}

/**
 * Checks the password of a user who is not signed in. Shares its limit with sign-in attempts.
 * Throws `INVALID_PASSWORD` (401), and `TOO_MANY_REQUESTS` (429) with `Retry-After` in seconds.
 */
export async function checkPassword(
  ctx: GenericEndpointContext,
  db: Db,
  { email, passwordHash }: Owner,
  password: string,
): Promise<void> {
  const { password: passwords, options } = ctx.context
  const limits = createRateLimits(db)
  const address = getIP(ctx.headers ?? new Headers(), options) ?? ''
  const guess = await passwordGuessCounter(db, email, address)
  const { allowed, retryAfter } = await countAttempt(limits, guess)
  if (!allowed) throw tooManyGuessesError(retryAfter)
  const isRight = await passwords.verify({ hash: passwordHash, password }).catch(async (error) => {
    await settleGuess(limits, guess, { status: 500, code: undefined })
    throw error
  })
  await settleGuess(limits, guess, { status: isRight ? 200 : 401, code: undefined })
  if (!isRight) throw APIError.from('UNAUTHORIZED', BASE_ERROR_CODES.INVALID_PASSWORD)
}

function tooManyGuessesError(seconds: number): APIError {
  limitsReached.inc({ limit: 'account' })
  return new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts. Try again later.' },
    { 'retry-after': String(seconds) },
  )
}
