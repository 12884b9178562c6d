import { POPUP_CALLBACK, SECOND_FACTOR_REQUIRED } from '@freehub/contract/identity/sign-in-popup'
import type { GenericEndpointContext } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { POPUP_MARKER_COOKIE } from 'better-auth/plugins'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { startChallenge } from './challenge.ts'

/** The page that asks for the code, and the callback that sends a popup's opener there. */
const CODE_PAGE = '/login/code'
const POPUP_CODE_PAGE = `${POPUP_CALLBACK}?error=${SECOND_FACTOR_REQUIRED}`

/** These calls replace a session of a user who has already given the second factor. */
const REPLACES_SESSION = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/change-password',
])

/**
 * Runs after every call that creates a session. If the user has a second factor, deletes the session
 * before its cookie is sent, and starts a challenge. Covers all sign-in methods, also future ones of
 * Better Auth.
 */
export function requireSecondFactor(db: Db) {
  return {
    matcher: ({ path, context }: { path?: string; context: { newSession: unknown } }) =>
      context.newSession !== null && !REPLACES_SESSION.has(path ?? ''),
    handler: createAuthMiddleware(async (ctx) => {
      const { newSession } = ctx.context
      if (!newSession || (await isRenewed(ctx, newSession.session.token))) return
      if (!(await hasSecondFactor(db, newSession.user.id))) return
      removeNewSession(ctx)
      await ctx.context.internalAdapter.deleteSession(newSession.session.token)
      await startChallenge(ctx, newSession.user.id)
      if (ctx.context.responseHeaders?.has('location')) throw ctx.redirect(await codePageFor(ctx))
      return ctx.json({ twoFactorRedirect: true, twoFactorMethods: ['totp', 'backup-code'] })
    }),
  }
}

/** Whether the request came with this session, which is then only renewed. */
async function isRenewed(ctx: GenericEndpointContext, token: string): Promise<boolean> {
  const { authCookies, secret } = ctx.context
  return (await ctx.getSignedCookie(authCookies.sessionToken.name, secret)) === token
}

/** Reads the database. If the second factor is turned on later, that ends this session. */
async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('two_factor_enabled')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.two_factor_enabled ?? false
}

/** Removes the session from the response. `deleteSessionCookie` also drops a cookie set before. */
function removeNewSession(ctx: GenericEndpointContext): void {
  ctx.context.setNewSession(null)
  deleteSessionCookie(ctx, true)
}

async function codePageFor(ctx: GenericEndpointContext): Promise<string> {
  const { createAuthCookie, secret } = ctx.context
  const marker = await ctx.getSignedCookie(createAuthCookie(POPUP_MARKER_COOKIE).name, secret)
  return marker ? POPUP_CODE_PAGE : CODE_PAGE
}
