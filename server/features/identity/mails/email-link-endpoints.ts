import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth'
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { QueueMail } from '../../../platform/mail/queue-mail.ts'
import { reclaimAccountByLink, revokeOpenLinks } from '../account/secure-account.ts'
import { checkPassword } from '../limits/account-limits.ts'
import {
  type EmailLink,
  emailTakenError,
  invalidLinkError,
  readEmailLink,
} from './read-email-link.ts'

/** The proof that a link requires in addition to its token. */
type Proof = 'nothing' | 'password' | 'new_password' | 'sign_in'

/**
 * Endpoints for links that confirm or change an email address. A link proves access to the mailbox, not ownership of
 * the account. So the caller must also be signed in, give the password, or set a new one.
 */
export function emailLinks(db: Db, queueMail: QueueMail): BetterAuthPlugin {
  return {
    id: 'freehub-email-links',
    endpoints: {
      readEmailLink: createAuthEndpoint(
        '/email-link',
        { method: 'GET', query: z.object({ token: z.string() }) },
        async (ctx) => {
          const link = await readEmailLink(ctx, db, ctx.query.token)
          return ctx.json({
            email: link.change?.newEmail ?? link.owner.email,
            changes: link.change !== undefined,
            asks: await findRequiredProof(ctx, link),
          })
        },
      ),
      followEmailLink: createAuthEndpoint(
        '/follow-email-link',
        {
          method: 'POST',
          body: z.object({
            token: z.string(),
            password: z.string().optional(),
            newPassword: z.string().optional(),
          }),
        },
        async (ctx) => {
          const { token, password, newPassword } = ctx.body
          const link = await readEmailLink(ctx, db, token)
          if (newPassword !== undefined && !link.change) {
            await reclaimAccountByLink({ db, queueMail }, ctx, link.owner, newPassword)
            return ctx.json({ status: true })
          }
          await requireProof(ctx, db, link, password)
          if (link.change) await changeEmail({ db, queueMail }, link.owner, link.change)
          else await confirmEmail(db, link.owner)
          return ctx.json({ status: true })
        },
      ),
    },
  }
}

async function findRequiredProof(
  ctx: GenericEndpointContext,
  { owner, change }: EmailLink,
): Promise<Proof> {
  if (!change && owner.emailVerified) return 'nothing'
  const session = await getSessionFromCtx(ctx)
  if (session?.user.id === owner.id) return 'nothing'
  if (owner.passwordHash) return 'password'
  return change ? 'sign_in' : 'new_password'
}

async function requireProof(
  ctx: GenericEndpointContext,
  db: Db,
  link: EmailLink,
  password: string | undefined,
): Promise<void> {
  const proof = await findRequiredProof(ctx, link)
  if (proof === 'nothing') return
  const { email, passwordHash } = link.owner
  if (proof !== 'password' || !passwordHash || password === undefined) {
    throw new APIError('FORBIDDEN', {
      code: 'PROOF_REQUIRED',
      message: 'Sign in to this account, or enter its password.',
    })
  }
  await checkPassword(ctx, db, { email, passwordHash }, password)
}

async function confirmEmail(db: Db, { id, email }: EmailLink['owner']): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', id)
    .where('email', '=', email)
    .execute()
}

/**
 * Changes a user's email address, revokes all links that the user was sent, and notifies the old address. A link fails
 * at its second use, because the email has changed.
 */
async function changeEmail(
  { db, queueMail }: { db: Db; queueMail: QueueMail },
  owner: EmailLink['owner'],
  { newEmail }: NonNullable<EmailLink['change']>,
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
    // Links that were sent to the old email address must not open the account.
    await revokeOpenLinks(tx, owner.id)
    const { email: oldEmail, emailVerified: oldConfirmed } = owner
    await queueMail(tx, { kind: 'email-changed', oldEmail, newEmail, oldConfirmed })
  })
}

const UNIQUE_VIOLATION = '23505'
