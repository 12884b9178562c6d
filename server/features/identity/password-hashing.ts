import { randomBytes, scryptSync } from 'node:crypto'
import { hashPassword, verifyPassword } from 'better-auth/crypto'

export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(input: { hash: string; password: string }): Promise<boolean>
}

/** The scrypt cost N. Better Auth uses 16,384, which takes 0.1 s of CPU time and 32 MB. */
const FAST_COST = 2
const FAST = 'fast:'

/** Returns Better Auth's password hashing (scrypt). `fast` makes cheap, weak hashes for tests. */
export function passwordHashing(strength: 'strong' | 'fast'): PasswordHashing {
  if (strength === 'strong') return { hash: hashPassword, verify: verifyPassword }
  return {
    hash: async (password) => fastHash(password, randomBytes(16).toString('hex')),
    verify: async ({ hash, password }) =>
      hash.startsWith(FAST)
        ? hash === fastHash(password, hash.slice(FAST.length).split(':')[0] ?? '')
        : verifyPassword({ hash, password }),
  }
}

function fastHash(password: string, salt: string): string {
  const key = scryptSync(password.normalize('NFKC'), salt, 64, { N: FAST_COST })
  return `${FAST}${salt}:${key.toString('hex')}`
}
