import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { repairFactor } from './repair-factor.ts'

const CHANGES = new Set([
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
])

/**
 * Refuses to turn the second factor on while the e-mail is not confirmed: the owner of the
 * address may still reclaim the account (`mails/reclaim-account.ts`).
 */
export function requireConfirmedEmail(db: Db) {
  return {
    matcher: ({ path }: { path?: string }) => CHANGES.has(path ?? ''),
    handler: createAuthMiddleware(async (ctx) => {
      const current = await getSessionFromCtx(ctx)
      if (!current) return
      await repairFactor(db, current.user.id)
      if (ctx.path === '/two-factor/enable' && !current.user.emailVerified)
        throw notConfirmedError()
    }),
  }
}

function notConfirmedError() {
  return new APIError('FORBIDDEN', {
    code: 'EMAIL_NOT_CONFIRMED',
    message: 'Confirm your email first.',
  })
}
