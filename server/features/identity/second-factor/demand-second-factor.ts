import type { GenericEndpointContext } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { POPUP_MARKER_COOKIE } from 'better-auth/plugins'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { WINDOW_END } from '../providers/window-end.ts'
import { beginChallenge } from './challenge.ts'

/** Where the second factor is asked for, and how a window tells the page that opened it to go there. */
const CODE_PAGE = '/login/code'
const WINDOW_SAYS = `${WINDOW_END}?error=second_factor_required`

/** These replace a session by another: of who has just given the second factor, or gave it before. */
const KEEP_A_SESSION = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/change-password',
])

/**
 * After whatever made a new session, by whichever way in: who has a second factor loses it again
 * before he has seen its cookie, and is asked for the code. Ways that the library may come to have
 * are covered too, for none is named here.
 */
export function demandSecondFactor(db: Db) {
  return {
    matcher: ({ path, context }: { path?: string; context: { newSession: unknown } }) =>
      context.newSession !== null && !KEEP_A_SESSION.has(path ?? ''),
    handler: createAuthMiddleware(async (ctx) => {
      const { newSession } = ctx.context
      if (!newSession || (await isRenewed(ctx, newSession.session.token))) return
      if (!(await hasSecondFactor(db, newSession.user.id))) return
      forgetSession(ctx)
      await ctx.context.internalAdapter.deleteSession(newSession.session.token)
      await beginChallenge(ctx, newSession.user.id)
      if (ctx.context.responseHeaders?.has('location')) throw ctx.redirect(await placeOf(ctx))
      return ctx.json({ twoFactorRedirect: true, twoFactorMethods: ['totp', 'backup-code'] })
    }),
  }
}

/** Whether the request came with this session: it lives on, and nobody came in. */
async function isRenewed(ctx: GenericEndpointContext, token: string): Promise<boolean> {
  const { authCookies, secret } = ctx.context
  return (await ctx.getSignedCookie(authCookies.sessionToken.name, secret)) === token
}

/** As the database says now: who turns it on meanwhile ends this session himself, afterwards. */
async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('two_factor_enabled')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.two_factor_enabled ?? false
}

/**
 * Removes the session from the response, whose cookies later hooks read: deleteSessionCookie also
 * drops a cookie that was set before in the same response.
 */
function forgetSession(ctx: GenericEndpointContext): void {
  ctx.context.setNewSession(null)
  deleteSessionCookie(ctx, true)
}

async function placeOf(ctx: GenericEndpointContext): Promise<string> {
  const { createAuthCookie, secret } = ctx.context
  const mark = await ctx.getSignedCookie(createAuthCookie(POPUP_MARKER_COOKIE).name, secret)
  return mark ? WINDOW_SAYS : CODE_PAGE
}
