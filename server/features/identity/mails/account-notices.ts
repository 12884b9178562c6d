import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { AccountChange, QueueMail } from '../../../platform/mail/queue-mail.ts'
import { endOpenLinks } from './end-open-links.ts'
import { limitMails } from './limited-mails.ts'

/** Which calls of the identity provider change how somebody gets into his account. */
const CHANGES: Record<string, AccountChange> = {
  '/change-password': 'password-changed',
  '/two-factor/verify-totp': 'second-factor-on',
  '/two-factor/disable': 'second-factor-off',
  '/two-factor/generate-backup-codes': 'backup-codes-made',
  '/passkey/verify-registration': 'passkey-added',
  '/passkey/delete-passkey': 'passkey-removed',
  '/phone-number/verify': 'phone-added',
  '/update-user': 'phone-removed',
}

/** Tells the owner of an account by mail what was changed about it, so that nobody does it unseen. */
export function accountNotices(db: Db, queueMail: QueueMail): BetterAuthPlugin {
  const queueLimited = limitMails(queueMail)
  return {
    id: 'account-notices-of-the-shop',
    hooks: {
      before: [{ matcher: ({ path }) => path === '/change-password', handler: signOthersOut }],
      after: [
        {
          matcher: ({ path }) => path !== undefined && path in CHANGES,
          handler: createAuthMiddleware(async (ctx) => {
            const what = CHANGES[ctx.path]
            const { returned, newSession } = ctx.context
            if (!what || isAPIError(returned) || isMeant[what]?.(ctx) === false) return
            const found = newSession ?? (await getSessionFromCtx(ctx))
            if (!found) return
            const { id: userId, email } = found.user
            if (what === 'password-changed') await endOpenLinks(db, userId)
            await queueLimited(db, { kind: 'account-changed', userId, what }, email)
          }),
        },
      ],
    },
  }
}

/** A new password ends every other sign-in, whether it was asked to or not: the mail says so. */
const signOthersOut = createAuthMiddleware(async () => ({
  context: { body: { revokeOtherSessions: true } },
}))

interface Asked {
  body?: Record<string, unknown>
  /** The session as it was before. */
  context: { session: { user: Record<string, unknown> } | null }
}

/** Some of these calls do other things too: they sign in, or change a name. */
const isMeant: Partial<Record<AccountChange, (asked: Asked) => boolean>> = {
  'second-factor-on': ({ context }) => context.session !== null,
  'phone-added': ({ body }) => body?.updatePhoneNumber === true,
  'phone-removed': ({ body, context }) =>
    body?.phoneNumber === null && Boolean(context.session?.user.phoneNumber),
}

/**
 * After an account of a provider was written down: where it is not the first of its person's, it
 * was linked.
 */
export function tellOfLinking(db: Db, queueMail: QueueMail) {
  return async ({ userId, providerId }: { userId: string; providerId: string }) => {
    if (providerId === 'credential') return
    const others = await db
      .selectFrom('accounts')
      .select('id')
      .where('user_id', '=', userId)
      .where('provider_id', '!=', providerId)
      .executeTakeFirst()
    if (others) await queueMail(db, { kind: 'account-changed', userId, what: 'provider-linked' })
  }
}
