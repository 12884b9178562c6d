import { randomBytes } from 'node:crypto'
import { POPUP_CALLBACK, SECOND_FACTOR_REQUIRED } from '@freehub/contract/identity/sign-in-popup'
import { pages } from '@freehub/contract/pages'
import type { GenericEndpointContext } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { POPUP_MARKER_COOKIE } from 'better-auth/plugins'
import type { Db } from '../../../platform/database/connections/connect.ts'

/** The popup's callback sends the opener to the page that asks for the code. */
const POPUP_CODE_PAGE = `${POPUP_CALLBACK}?error=${SECOND_FACTOR_REQUIRED}`

/** Calls after which a new session needs no challenge: they have checked a code, or replace a session. */
const PATHS_WITHOUT_CHALLENGE = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/change-password',
])

/**
 * Returns a hook that replaces the new session of a user with a second factor by a challenge, except after
 * PATHS_WITHOUT_CHALLENGE.
 */
export function requireSecondFactor(db: Db) {
  return {
    matcher: ({ path, context }: { path?: string; context: { newSession: unknown } }) =>
      context.newSession !== null && !PATHS_WITHOUT_CHALLENGE.has(path ?? ''),
    handler: createAuthMiddleware(async (ctx) => {
      const { newSession } = ctx.context
      if (!newSession || (await isSameSession(ctx, newSession.session.token))) return
      if (!(await hasSecondFactor(db, newSession.user.id))) return
      removeNewSession(ctx)
      await ctx.context.internalAdapter.deleteSession(newSession.session.token)
      await startChallenge(ctx, newSession.user.id)
      if (ctx.context.responseHeaders?.has('location'))
        throw ctx.redirect(await chooseCodePage(ctx))
      return ctx.json({ twoFactorRedirect: true, twoFactorMethods: ['totp', 'backup-code'] })
    }),
  }
}

/** True if the session with this token is the one that the request already had. */
async function isSameSession(ctx: GenericEndpointContext, token: string): Promise<boolean> {
  const { authCookies, secret } = ctx.context
  return (await ctx.getSignedCookie(authCookies.sessionToken.name, secret)) === token
}

/** Reads whether the user has a second factor. If the user turns it on later, `acceptCode` ends the new session. */
async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('two_factor_enabled')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.two_factor_enabled === true
}

/** Removes the session from the response. `deleteSessionCookie` also removes the cookie that the sign-in just set. */
function removeNewSession(ctx: GenericEndpointContext): void {
  ctx.context.setNewSession(null)
  deleteSessionCookie(ctx, true)
}

async function chooseCodePage(ctx: GenericEndpointContext): Promise<string> {
  const { createAuthCookie, secret } = ctx.context
  const marker = await ctx.getSignedCookie(createAuthCookie(POPUP_MARKER_COOKIE).name, secret)
  return marker ? POPUP_CODE_PAGE : pages.secondFactor
}

/** Maximum time between the first and the second factor. */
const CHALLENGE_SECONDS = 600

/** The cookie name and the challenge prefix of Better Auth's plugin. */
const COOKIE = 'two_factor'
const PREFIX = '2fa-'

/** Starts a challenge in the format of Better Auth: stores it with its count of attempts, and sets its cookie. */
async function startChallenge(ctx: GenericEndpointContext, userId: string): Promise<void> {
  const { createAuthCookie, internalAdapter, secret } = ctx.context
  const challenge = `${PREFIX}${randomBytes(24).toString('base64url')}`
  const expiresAt = new Date(Date.now() + CHALLENGE_SECONDS * 1000)
  await internalAdapter.createVerificationValue({ identifier: challenge, value: userId, expiresAt })
  await internalAdapter.createVerificationValue({
    identifier: `2fa-attempts-${challenge}`,
    value: '0',
    expiresAt,
  })
  const cookie = createAuthCookie(COOKIE, { maxAge: CHALLENGE_SECONDS })
  await ctx.setSignedCookie(cookie.name, challenge, secret, cookie.attributes)
}

/** Returns the id of the user in the challenge cookie, who has entered only the first factor. */
export async function findChallengedUser(ctx: GenericEndpointContext): Promise<string | undefined> {
  const { createAuthCookie, internalAdapter, secret } = ctx.context
  const challenge = (await ctx.getSignedCookie(createAuthCookie(COOKIE).name, secret)) || ''
  // One key signs all cookies of Better Auth, so a client could send another cookie here.
  if (!challenge.startsWith(PREFIX)) return undefined
  return (await internalAdapter.findVerificationValue(challenge))?.value
}
