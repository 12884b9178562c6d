import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { mendFactor } from './mend-factor.ts'

const CHANGES = new Set([
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
])

/**
 * Refuses to turn the second factor on for a user whose e-mail is not confirmed: the owner of the
 * address may still take the account over (`mails/take-over.ts`).
 */
export function requireConfirmedEmail(db: Db) {
  return {
    matcher: ({ path }: { path?: string }) => CHANGES.has(path ?? ''),
    handler: createAuthMiddleware(async (ctx) => {
      const found = await getSessionFromCtx(ctx)
      if (!found) return
      await mendFactor(db, found.user.id)
      if (ctx.path === '/two-factor/enable' && !found.user.emailVerified) throw notConfirmed()
    }),
  }
}

function notConfirmed() {
  return new APIError('FORBIDDEN', {
    code: 'EMAIL_NOT_CONFIRMED',
    message: 'Confirm your email first.',
  })
}
