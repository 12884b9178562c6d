import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { Db } from '../../database/connect.ts'
import { requireFreshSignIn } from '../fresh-sign-in.ts'
import { mendFactor } from './mend-factor.ts'

const SERIOUS = new Set([
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
])

/**
 * Turning the second factor on or off, or having new backup codes, takes the password, for which
 * the library asks. Of who has none a fresh sign-in is asked here, where the library asks nothing.
 * And only who has confirmed his e-mail turns it on: whoever resets the password of an unconfirmed
 * account is its owner coming late, and takes it over whole (`mails/take-over.ts`).
 */
export function askWhoItIs(db: Db) {
  return {
    matcher: ({ path }: { path?: string }) => SERIOUS.has(path ?? ''),
    handler: createAuthMiddleware(async (ctx) => {
      const found = await getSessionFromCtx(ctx)
      if (!found) return
      await mendFactor(db, found.user.id)
      if (ctx.path === '/two-factor/enable' && !found.user.emailVerified) throw notConfirmed()
      const account = await ctx.context.internalAdapter.findCredentialAccount(found.user.id)
      if (!account?.password) requireFreshSignIn(found.session.createdAt)
    }),
  }
}

function notConfirmed() {
  return new APIError('FORBIDDEN', {
    code: 'EMAIL_NOT_CONFIRMED',
    message: 'Confirm your email first.',
  })
}
