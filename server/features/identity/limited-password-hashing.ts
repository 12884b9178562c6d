import { randomBytes, scryptSync } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { createConcurrencyLimit } from '../../platform/limits/concurrency-limit.ts'
import { currentRequestFacts } from './request-facts.ts'

interface PasswordLimits {
  /** Maximum number of passwords that are hashed at a time. Each takes 32 MB and a libuv thread for 0.1 s. */
  maxRunning: number
  maxWaiting: number
}

/**
 * Limits how many passwords are hashed at a time. Throws `OVERLOADED` (503) if too many wait. Records the hash of a
 * correct password as `verifiedHash`.
 */
export function limitedPasswordHashing(
  limits: PasswordLimits,
  hashing: PasswordHashing = passwordHashing('strong'),
) {
  const { run } = createConcurrencyLimit(limits.maxRunning, {
    maxWaiting: limits.maxWaiting,
    createError: overloadedError,
  })
  return {
    hash: (password: string) => run(() => hashing.hash(password)),
    async verify(input: { hash: string; password: string }): Promise<boolean> {
      const isCorrect = await run(() => hashing.verify(input))
      if (isCorrect) currentRequestFacts().verifiedHash = input.hash
      return isCorrect
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

interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(input: { hash: string; password: string }): Promise<boolean>
}

/** The scrypt cost N for tests. Better Auth uses 16,384, which takes 0.1 s of CPU time and 32 MB. */
const TEST_COST = 2
const TEST_PREFIX = 'fast:'

/** Returns Better Auth's password hashing (scrypt). `fast` makes cheap, weak hashes for tests. */
export function passwordHashing(strength: 'strong' | 'fast'): PasswordHashing {
  if (strength === 'strong') return { hash: hashPassword, verify: verifyPassword }
  return {
    hash: async (password) => computeTestHash(password, randomBytes(16).toString('hex')),
    verify: async ({ hash, password }) =>
      hash.startsWith(TEST_PREFIX)
        ? hash === computeTestHash(password, hash.slice(TEST_PREFIX.length).split(':')[0] ?? '')
        : verifyPassword({ hash, password }),
  }
}

function computeTestHash(password: string, salt: string): string {
  const key = scryptSync(password.normalize('NFKC'), salt, 64, { N: TEST_COST })
  return `${TEST_PREFIX}${salt}:${key.toString('hex')}`
}
