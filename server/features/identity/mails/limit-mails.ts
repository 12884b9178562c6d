import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { createRateLimits, hashedName, type Rule } from '../../../platform/limits/rate-limits.ts'
import type { AccountMail, QueueMail } from '../../../platform/mail/queue-mail.ts'
import { limitsReached } from '../../../platform/metrics/metrics.ts'

/** Mails of one kind to one address. Prevents flooding a mailbox. */
const PER_KIND: Rule = { window: 3600, max: 5 }

/**
 * Limits the mails about an account to one address. Beyond the limit a mail is dropped without an
 * error, which would reveal whether the address has an account. Each change has its own count, so
 * that many changes of one kind cannot hide another.
 */
export function limitMails(queueMail: QueueMail) {
  return async (db: Db | Tx, mail: AccountMail, to: string): Promise<void> => {
    const kind = 'what' in mail ? `${mail.kind}:${mail.what}` : mail.kind
    const { allowed } = await createRateLimits(db).consume(
      `mail|${kind}|${hashedName(to)}`,
      PER_KIND,
    )
    if (allowed) await queueMail(db, mail)
    else limitsReached.inc({ limit: 'mail' })
  }
}
