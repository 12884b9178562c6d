import type { GenericEndpointContext } from 'better-auth'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { QueueMail } from '../../../platform/mail/queue-mail.ts'
import { CHANGE_LINK } from './link-kinds.ts'
import { deadLink, type EmailLink, takenEmail } from './read-email-link.ts'

/**
 * Changes the e-mail of a user to the address that the link was sent to, which is confirmed by it,
 * and notifies the old address. A link counts once: of two at once, the second finds another e-mail.
 */
export async function changeEmail(
  { context }: GenericEndpointContext,
  { db, queueMail }: { db: Db; queueMail: QueueMail },
  owner: EmailLink['owner'],
  { newEmail, once }: NonNullable<EmailLink['change']>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ email: newEmail, email_verified: true, updated_at: sql<Date>`now()` })
      .where('id', '=', owner.id)
      .where('email', '=', owner.email)
      .executeTakeFirst()
      .catch((error) => {
        throw error.code === UNIQUE_VIOLATION ? takenEmail() : error
      })
    if (numUpdatedRows === 0n) throw deadLink()
    const { email: oldEmail, emailVerified: oldConfirmed } = owner
    await queueMail(tx, { kind: 'email-changed', oldEmail, newEmail, oldConfirmed })
  })
  await context.internalAdapter.consumeVerificationValue(CHANGE_LINK + once)
}

const UNIQUE_VIOLATION = '23505'
