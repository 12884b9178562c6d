import type { Db } from '../../../platform/database/connections/connect.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import {
  createRateLimits,
  type RateLimits,
  type Rule,
} from '../../../platform/limits/rate-limits.ts'
import { limitsReached } from '../../../platform/metrics/metrics.ts'
import type { IdentityEndpoint } from '../endpoints.ts'
import { type AccountRequest, listAccountCounters, settleGuess } from './account-limits.ts'

const DAY_SECONDS = 24 * 3600

const RULES = {
  /** This limit is high, because all users of an office may share one IP address. */
  'sign-in': { windowSeconds: 60, max: 120 },
  /** Requests that send a mail or an SMS. */
  message: { windowSeconds: 60, max: 30 },
  other: { windowSeconds: 60, max: 600 },
} satisfies Record<string, Rule>

/** Resets or reduces the counts according to the outcome of the request. */
type Settle = (outcome: { status: number; code: string | undefined }) => Promise<void>

/** Limits identity requests by network, by account and by number of new accounts. The counts are in the database. */
export function createRequestLimits(
  db: Db,
  { signUpsPerNetworkMax }: { signUpsPerNetworkMax: number },
) {
  const limits = createRateLimits(db)
  return {
    /** Counts a request of an IP address's network. Returns the seconds until a retry if the limit is exceeded. */
    async countByNetwork(
      ipAddress: string,
      endpoint: IdentityEndpoint,
    ): Promise<number | undefined> {
      const retryAfter = await countNetworkRequest(limits, ipAddress, endpoint)
      if (retryAfter !== undefined) limitsReached.inc({ limit: 'network' })
      return retryAfter
    },

    /** Counts a request for each account that it tries, and a sign-up for its network. `retryAfter` is in seconds. */
    async countByAccount(
      request: AccountRequest,
    ): Promise<{ retryAfter: number } | { settle: Settle }> {
      const accounts = await listAccountCounters(db, request)
      for (const account of accounts) {
        // The request is counted before the password or code is checked, so that concurrent
        // attempts cannot exceed the limit.
        const retryAfter = await limits.consume(account.key, account.rule)
        if (retryAfter === undefined) continue
        limitsReached.inc({ limit: 'account' })
        return { retryAfter }
      }
      const signUp = await countSignUp(limits, request, signUpsPerNetworkMax)
      if (signUp?.retryAfter !== undefined) {
        limitsReached.inc({ limit: 'sign_up' })
        return { retryAfter: signUp.retryAfter }
      }
      return {
        settle: async (outcome) => {
          for (const account of accounts) await settleGuess(limits, account, outcome)
          if (signUp && outcome.status >= 400) await limits.giveBack(signUp.key)
        },
      }
    },
  }
}

/**
 * Counts a request from an IP address's network. Returns the seconds until a retry if the endpoint's limit is
 * exceeded.
 */
export async function countNetworkRequest(
  limits: RateLimits,
  ipAddress: string,
  { limit = 'other' }: IdentityEndpoint,
): Promise<number | undefined> {
  if (limit === 'none') return undefined
  return limits.consume(`network|${networkOf(ipAddress)}|${limit}`, RULES[limit])
}

/** Counts a sign-up of a network. `retryAfter` is in seconds. Callers call `giveBack(key)` if no account is created. */
async function countSignUp(
  limits: RateLimits,
  { ipAddress, path }: { ipAddress: string; path: string },
  max: number,
): Promise<{ key: string; retryAfter: number | undefined } | undefined> {
  if (path !== '/sign-up/email') return undefined
  const key = `network|${networkOf(ipAddress)}|new-account`
  return { key, retryAfter: await limits.consume(key, { windowSeconds: DAY_SECONDS, max }) }
}
