import { APIError } from 'better-auth/api'
import { type PasswordHashing, passwordHashing } from './password-hashing.ts'
import { noteVerified } from './verified-password.ts'

interface Most {
  /** Each takes a thread for a tenth of a second, and 32 MB: the other threads read files and compress. */
  checking: number
  waiting: number
}

/**
 * Hashes and checks passwords as the library does, so many at a time, the others in the order in which
 * they came. Where more wait than may, the shop says that it is overloaded.
 */
export function passwordsInTurn(most: Most, hashing: PasswordHashing = passwordHashing('strong')) {
  const waiting: (() => void)[] = []
  let working = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (working < most.checking) working += 1
    else await turn()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }

  function turn(): Promise<void> {
    if (waiting.length >= most.waiting) {
      const message = 'Too many sign in at this moment. Try again in a few seconds.'
      throw new APIError(
        'SERVICE_UNAVAILABLE',
        { code: 'OVERLOADED', message },
        { 'retry-after': '5' },
      )
    }
    return new Promise((resolve) => waiting.push(resolve))
  }

  return {
    hash: (password: string) => inTurn(() => hashing.hash(password)),
    async verify(asked: { hash: string; password: string }): Promise<boolean> {
      const isRight = await inTurn(() => hashing.verify(asked))
      if (isRight) noteVerified(asked.hash)
      return isRight
    },
  }
}
