import type { Db } from '../../../platform/database/connections/connect.ts'
import { rateLimits } from '../../../platform/limits/rate-limits.ts'
import { limitsStruck } from '../../../platform/metrics/metrics.ts'
import {
  type AccountRequest,
  accountsTried,
  countByAccount,
  settleGuess,
} from './account-limits.ts'
import { countByAddress, countSignUp } from './address-limits.ts'

/** Settles the counted guesses, once it is known whether they were right. */
type Settle = (answer: { status: number; code: string | undefined }) => Promise<void>

/** Limits on identity requests, by address, account and new accounts, counted in the database. */
export function requestLimits(db: Db, { signUpsPerNetworkMax }: { signUpsPerNetworkMax: number }) {
  const limits = rateLimits(db)
  return {
    /** Counts a request by its address. Returns after how many seconds to retry, if it is over the limit. */
    async countByAddress(address: string, path: string): Promise<number | undefined> {
      const counted = await countByAddress(limits, address, path)
      if (counted.allowed) return undefined
      limitsStruck.inc({ limit: 'address' })
      return counted.retryAfter
    },

    /** Counts a request by the accounts that it tries. `retryAfter` is in seconds. */
    async countByAccount(request: AccountRequest): Promise<{ retryAfter: number } | Settle> {
      const accounts = await accountsTried(db, request)
      for (const account of accounts) {
        const counted = await countByAccount(limits, account)
        if (counted.allowed) continue
        limitsStruck.inc({ limit: 'account' })
        return { retryAfter: counted.retryAfter }
      }
      const signUp = await countSignUp(limits, request, signUpsPerNetworkMax)
      if (signUp?.allowed === false) {
        limitsStruck.inc({ limit: 'sign_up' })
        return { retryAfter: signUp.retryAfter }
      }
      return async (answer) => {
        for (const account of accounts) await settleGuess(limits, account, answer)
        if (signUp && answer.status >= 400) await limits.giveBack(signUp.key)
      }
    },
  }
}
