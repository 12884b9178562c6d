import { randomBytes } from 'node:crypto'
import type { GenericEndpointContext } from 'better-auth'

/** Time in which the second factor must follow the first. */
const CHALLENGE_SECONDS = 600

/** Cookie name and challenge prefix of Better Auth's plugin. */
const COOKIE = 'two_factor'
const PREFIX = '2fa-'

/**
 * Records that the user has given the first factor, and sets the challenge cookie. Uses the format
 * of Better Auth's plugin, whose endpoints read it.
 */
export async function startChallenge(ctx: GenericEndpointContext, userId: string): Promise<void> {
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

/** Returns the id of the user who has given only the first factor, from the challenge cookie. */
export async function findChallengedUser(ctx: GenericEndpointContext): Promise<string | undefined> {
  const { createAuthCookie, internalAdapter, secret } = ctx.context
  const challenge = (await ctx.getSignedCookie(createAuthCookie(COOKIE).name, secret)) || ''
  // All cookies of Better Auth are signed with one key, so another cookie could be sent here.
  if (!challenge.startsWith(PREFIX)) return undefined
  return (await internalAdapter.findVerificationValue(challenge))?.value
}
