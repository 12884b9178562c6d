import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { createRateLimits, hashedName, type Rule } from '../../../platform/limits/rate-limits.ts'
import type { AccountChange, AccountMail, QueueMail } from '../../../platform/mail/queue-mail.ts'
import { limitsReached } from '../../../platform/metrics/metrics.ts'
import { revokeOpenLinks } from '../account/secure-account.ts'
import { findEndpoint } from '../endpoints.ts'
import { currentRequestFacts } from '../request-facts.ts'

/**
 * Creates the plugin that notifies users by mail of changes to their sign-in methods, so that they notice an attacker.
 * After a password change, the plugin also ends the other sessions and revokes open links.
 */
export function createAccountChangeHooks(db: Db, queueMail: QueueMail): BetterAuthPlugin {
  const queueLimited = createLimitedMailQueue(queueMail)
  return {
    id: 'freehub-account-change-hooks',
    hooks: {
      before: [
        { matcher: ({ path }) => path === '/change-password', handler: revokeOtherSessions },
      ],
      after: [
        {
          matcher: ({ path }) => findEndpoint(path)?.notice !== undefined,
          handler: createAuthMiddleware(async (ctx) => {
            const change = findEndpoint(ctx.path)?.notice
            const { returned, newSession } = ctx.context
            if (!change || isAPIError(returned) || needsNotice[change]?.(ctx) === false) return
            const current = newSession ?? (await getSessionFromCtx(ctx))
            if (!current) return
            const { id: userId, email } = current.user
            if (change === 'password-changed') await revokeOpenLinks(db, userId)
            await queueLimited(db, { kind: 'account-changed', userId, what: change }, email)
          }),
        },
      ],
    },
  }
}

/** Makes every password change end all other sessions, because the mail to the user states this. */
const revokeOtherSessions = createAuthMiddleware(async () => ({
  context: { body: { revokeOtherSessions: true } },
}))

interface NoticeContext {
  body?: Record<string, unknown>
  /** The session before the call. */
  context: { session: { user: Record<string, unknown> } | null }
}

/**
 * Conditions for calls that do not always change a sign-in method. For example, one call updates name and phone number.
 */
const needsNotice: Partial<Record<AccountChange, (ctx: NoticeContext) => boolean>> = {
  'second-factor-on': ({ context }) => context.session !== null,
  'phone-added': ({ body }) => body?.updatePhoneNumber === true,
  'phone-removed': ({ body, context }) =>
    body?.phoneNumber === null && Boolean(context.session?.user.phoneNumber),
}

/** Notifies a user who links a provider account. A user's first account comes from the sign-up, not from a link. */
export function notifyOfLinkedProvider(db: Db, queueMail: QueueMail) {
  return async ({ id, userId, providerId }: { id: string; userId: string; providerId: string }) => {
    if (providerId === 'credential') {
      // For the mail after a reset: the user had no password.
      currentRequestFacts().isFirstPassword = true
      return
    }
    const otherAccount = await db
      .selectFrom('accounts')
      .select('id')
      .where('user_id', '=', userId)
      .where('id', '!=', id)
      .executeTakeFirst()
    if (!otherAccount) return
    await queueMail(db, { kind: 'account-changed', userId, what: 'provider-linked' })
  }
}

/** Limit of mails of one kind to one email address. Prevents flooding a mailbox. */
const PER_KIND: Rule = { windowSeconds: 3600, max: 5 }

/**
 * Returns a function that queues account mails, but limits their number per email address and kind. The function drops
 * further mails without an error, because an error would reveal the account.
 */
export function createLimitedMailQueue(queueMail: QueueMail) {
  return async (db: Db | Tx, mail: AccountMail, to: string): Promise<void> => {
    const kind = 'what' in mail ? `${mail.kind}:${mail.what}` : mail.kind
    const key = `mail|${kind}|${hashedName(to)}`
    const retryAfter = await createRateLimits(db).consume(key, PER_KIND)
    if (retryAfter === undefined) await queueMail(db, mail)
    else limitsReached.inc({ limit: 'mail' })
  }
}
