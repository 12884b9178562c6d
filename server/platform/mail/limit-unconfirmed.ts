import type { Db } from '../database/connections/connect.ts'
import { createRateLimits, hashedName } from '../limits/rate-limits.ts'
import { limitsReached } from '../metrics/metrics.ts'

/** The kind of a mail to an unconfirmed address. Each kind has its own count. */
export type UnconfirmedMail = keyof typeof MAX_PER_DAY

/**
 * Mails per day to one unconfirmed address. Each mail about a paid order costs the sender a payment. Links that
 * confirm the address or set a password have their own count, so that other mails cannot use it up.
 */
const MAX_PER_DAY = { unpaid: 3, paid: 50, account: 10, link: 20 }

const DAY_SECONDS = 24 * 3600

interface Addressed {
  to: string
  unconfirmed?: UnconfirmedMail | undefined
}

/**
 * Limits the mails to an unconfirmed address, which may belong to another person. Mails are counted when they
 * are sent, not when they are queued: the address may be confirmed by then, and orders need not wait for the
 * count. A mail that could not be sent gives its claim back, so that retries count once.
 */
export function createUnconfirmedLimit(db: Db) {
  const limits = createRateLimits(db)
  return {
    /** Returns false if the limit of the day is reached. The mail is then dropped. */
    async claim({ to, unconfirmed }: Addressed): Promise<boolean> {
      if (!unconfirmed) return true
      const rule = { window: DAY_SECONDS, max: MAX_PER_DAY[unconfirmed] }
      const { allowed } = await limits.consume(keyOf(to, unconfirmed), rule)
      if (!allowed) limitsReached.inc({ limit: 'mail' })
      return allowed
    },

    async giveBack({ to, unconfirmed }: Addressed): Promise<void> {
      if (unconfirmed) await limits.giveBack(keyOf(to, unconfirmed))
    },
  }
}

function keyOf(to: string, about: UnconfirmedMail): string {
  return `mail|unconfirmed|${about}|${hashedName(to)}`
}
