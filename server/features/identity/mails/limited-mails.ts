import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { hashedName, type Rule, rateLimits } from '../../../platform/limits/rate-limits.ts'
import type { AccountMail, QueueMail } from '../../../platform/mail/queue-mail.ts'
import { limitsStruck } from '../../../platform/metrics/metrics.ts'

/** So many mails of one kind to one address: nobody fills somebody's mailbox by us. */
const OF_ONE_KIND: Rule = { window: 3600, max: 5 }

/**
 * Queues a mail about an account to this address. Beyond the limit it is left out without a word: an
 * answer would say something of the address. Each change has its own count, so that many of one
 * hide none of another.
 */
export function limitMails(queueMail: QueueMail) {
  return async (db: Db | Tx, mail: AccountMail, to: string): Promise<void> => {
    const kind = 'what' in mail ? `${mail.kind}:${mail.what}` : mail.kind
    const { allowed } = await rateLimits(db).consume(`mail|${kind}|${hashedName(to)}`, OF_ONE_KIND)
    if (allowed) await queueMail(db, mail)
    else limitsStruck.inc({ limit: 'mail' })
  }
}
