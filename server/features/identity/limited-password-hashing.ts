import { APIError } from 'better-auth/api'
import { createConcurrencyLimit } from '../../platform/limits/concurrency-limit.ts'
import { type PasswordHashing, passwordHashing } from './password-hashing.ts'
import { currentFacts } from './request-facts.ts'

interface PasswordLimits {
  /** Maximum number at a time. Each takes 32 MB and a libuv thread for 0.1 s. */
  checking: number
  /** Maximum number that wait for a slot. */
  waiting: number
}

/**
 * Limits how many passwords are hashed at a time. The others wait in order of arrival. Throws
 * `OVERLOADED` (503) when too many wait.
 */
export function limitedPasswordHashing(
  limits: PasswordLimits,
  hashing: PasswordHashing = passwordHashing('strong'),
) {
  const { run } = createConcurrencyLimit(limits.checking, {
    maxWaiting: limits.waiting,
    tooMany: overloadedError,
  })
  return {
    hash: (password: string) => run(() => hashing.hash(password)),
    async verify(input: { hash: string; password: string }): Promise<boolean> {
      const isRight = await run(() => hashing.verify(input))
      if (isRight) currentFacts().verifiedHash = input.hash
      return isRight
    },
  }
}

function overloadedError() {
  return new APIError(
    'SERVICE_UNAVAILABLE',
    {
      code: 'OVERLOADED',
      message: 'Too many people are signing in right now. Try again in a few seconds.',
    },
    { 'retry-after': '5' },
  )
}
