import type { Db } from '../../database/connect.ts'
import { limitsStruck } from '../../metrics/metrics.ts'
import { rateLimits } from '../rate-limits.ts'
import { accountsTried, countByAccount, settleGuess } from './account-limits.ts'
import { countByAddress } from './address-limits.ts'

interface Asked {
  address: string
  path: string
  body: Record<string, unknown>
  emailOfSession: () => Promise<string | undefined>
}

/** A request that is let through: tells what became of it. */
type Admitted = (answer: { status: number; code: string | undefined }) => Promise<void>

/**
 * How often the identity provider may be asked, by address and by account, counted in the database.
 * Answers after how many seconds it may be asked again, or lets the request through.
 */
export function requestLimits(db: Db) {
  const limits = rateLimits(db)
  return async (asked: Asked): Promise<{ retryAfter: number } | Admitted> => {
    const byAddress = await countByAddress(limits, asked.address, asked.path)
    if (!byAddress.allowed) {
      limitsStruck.inc({ limit: 'address' })
      return { retryAfter: byAddress.retryAfter }
    }
    const accounts = await accountsTried(db, asked)
    for (const account of accounts) {
      const byAccount = await countByAccount(limits, account)
      if (!byAccount.allowed) {
        limitsStruck.inc({ limit: 'account' })
        return { retryAfter: byAccount.retryAfter }
      }
    }
    return async (answer) => {
      for (const account of accounts) await settleGuess(limits, account, answer)
    }
  }
}
