import type { GenericEndpointContext } from 'better-auth'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { QueueMail } from '../../../platform/mail/queue-mail.ts'
import { CHANGE_LINK_PREFIX } from './link-kinds.ts'
import { type EmailLink, emailTakenError, invalidLinkError } from './read-email-link.ts'

/**
 * Changes a user's e-mail to the address that the link was sent to, confirms it and notifies the old
 * address. The link works once: a concurrent second use finds the changed e-mail and fails.
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
        throw error.code === UNIQUE_VIOLATION ? emailTakenError() : error
      })
    if (numUpdatedRows === 0n) throw invalidLinkError()
    const { email: oldEmail, emailVerified: oldConfirmed } = owner
    await queueMail(tx, { kind: 'email-changed', oldEmail, newEmail, oldConfirmed })
  })
  await context.internalAdapter.consumeVerificationValue(CHANGE_LINK_PREFIX + once)
}

const UNIQUE_VIOLATION = '23505'
