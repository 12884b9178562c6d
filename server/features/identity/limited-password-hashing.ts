import { APIError } from 'better-auth/api'
import { type PasswordHashing, passwordHashing } from './password-hashing.ts'
import { recordVerifiedHash } from './verified-password.ts'

interface ConcurrencyLimits {
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
  limits: ConcurrencyLimits,
  hashing: PasswordHashing = passwordHashing('strong'),
) {
  const waiting: (() => void)[] = []
  let running = 0

  async function withLimit<T>(work: () => Promise<T>): Promise<T> {
    if (running < limits.checking) running += 1
    else await waitForSlot()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  function waitForSlot(): Promise<void> {
    if (waiting.length >= limits.waiting) {
      const message = 'Too many people are signing in right now. Try again in a few seconds.'
      throw new APIError(
        'SERVICE_UNAVAILABLE',
        { code: 'OVERLOADED', message },
        { 'retry-after': '5' },
      )
    }
    return new Promise((resolve) => waiting.push(resolve))
  }

  return {
    hash: (password: string) => withLimit(() => hashing.hash(password)),
    async verify(input: { hash: string; password: string }): Promise<boolean> {
      const isRight = await withLimit(() => hashing.verify(input))
      if (isRight) recordVerifiedHash(input.hash)
      return isRight
    },
  }
}
