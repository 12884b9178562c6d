import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { QueueMail } from '../../mail/queue-mail.ts'
import { forgetGuesses } from '../limits/account-limits.ts'
import { rateLimits } from '../rate-limits.ts'
import { endOpenLinks } from './end-open-links.ts'

/**
 * After a new password was set by the link of a mail: whoever did so owns the address. If nobody
 * had confirmed it before, the account may have been made by a stranger, who waits for its owner
 * to come: every other way in that he has laid goes. Open links and half sign-ins end in any case.
 */
export async function takeOver(
  { db, queueMail }: { db: Db; queueMail: QueueMail },
  { id, email, emailVerified }: { id: string; email: string; emailVerified: boolean },
): Promise<void> {
  await forgetGuesses(rateLimits(db), email)
  await db.transaction().execute(async (tx) => {
    await endOpenLinks(tx, id)
    if (!emailVerified) {
      await tx.deleteFrom('passkeys').where('user_id', '=', id).execute()
      await tx.deleteFrom('two_factors').where('user_id', '=', id).execute()
      await tx
        .deleteFrom('accounts')
        .where('user_id', '=', id)
        .where('provider_id', '!=', 'credential')
        .execute()
      await tx
        .updateTable('users')
        .set({
          email_verified: true,
          two_factor_enabled: false,
          sign_in_phone: null,
          sign_in_phone_confirmed: false,
          updated_at: sql<Date>`now()`,
        })
        .where('id', '=', id)
        .execute()
    }
    await queueMail(tx, { kind: 'account-changed', userId: id, what: 'password-changed' })
  })
}
