import { randomBytes } from 'node:crypto'
import type { GenericEndpointContext } from 'better-auth'

/** How long somebody has to give the second factor after the first. */
const CHALLENGE_SECONDS = 600

/** What the library's plugin calls its cookie, and how its challenges begin. */
const COOKIE = 'two_factor'
const PREFIX = '2fa-'

/**
 * Notes that somebody has given the first factor, and gives him the cookie that says so, as the
 * library's plugin does: its endpoints that look at codes read it.
 */
export async function beginChallenge(ctx: GenericEndpointContext, userId: string): Promise<void> {
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

/** Who has given the first factor and is asked for the second, by his cookie. */
export async function challengedUser(ctx: GenericEndpointContext): Promise<string | undefined> {
  const { createAuthCookie, internalAdapter, secret } = ctx.context
  const challenge = (await ctx.getSignedCookie(createAuthCookie(COOKIE).name, secret)) || ''
  // Every cookie of the provider is signed with one key: only a challenge may stand here.
  if (!challenge.startsWith(PREFIX)) return undefined
  return (await internalAdapter.findVerificationValue(challenge))?.value
}
