import type { Db } from '../database/connections/connect.ts'
import { hashedName, rateLimits } from '../limits/rate-limits.ts'
import { limitsStruck } from '../metrics/metrics.ts'

/** What a mail to an unconfirmed address is about. Each kind has its own count. */
export type UnconfirmedMail = keyof typeof MAX_PER_DAY

/**
 * Mails to one unconfirmed address a day. Those about paid orders each cost the sender a payment. Links to
 * confirm the address or to set a password have a count of their own, so that other mails cannot use it up.
 */
const MAX_PER_DAY = { unpaid: 3, paid: 50, account: 10, link: 20 }

const DAY_SECONDS = 24 * 3600

interface Addressed {
  to: string
  unconfirmed?: UnconfirmedMail | undefined
}

/**
 * Bounds the mails to each unconfirmed address, which may belong to a person who has never heard of
 * the shop. Counted when a mail is about to be sent, not when it is queued: only then is it known that
 * it is still true and whether the address is confirmed, and no order waits for the count. A mail that
 * could not be sent gives its claim back, so that retries count once.
 */
export function unconfirmedLimit(db: Db) {
  const limits = rateLimits(db)
  return {
    /** False where the day's mails are used up: the mail is left out for good. */
    async claim({ to, unconfirmed }: Addressed): Promise<boolean> {
      if (!unconfirmed) return true
      const rule = { window: DAY_SECONDS, max: MAX_PER_DAY[unconfirmed] }
      const { allowed } = await limits.consume(keyOf(to, unconfirmed), rule)
      if (!allowed) limitsStruck.inc({ limit: 'mail' })
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
