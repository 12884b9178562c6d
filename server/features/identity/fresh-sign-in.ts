import { BASE_ERROR_CODES, type BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { findEndpoint, type IdentityEndpoint } from './endpoints.ts'

/** Maximum age of a session with which a user may change sign-in methods. */
export const FRESH_SIGN_IN_SECONDS = 15 * 60

/**
 * Creates the plugin that refuses to change a sign-in method in a session that is not fresh: `SESSION_NOT_FRESH` (403).
 * If Better Auth requires the password instead, the plugin lets the request pass. It must be the first plugin, because
 * hooks of other plugins can respond to a request themselves.
 */
export function freshSignIn(): BetterAuthPlugin {
  return {
    id: 'freehub-fresh-sign-in',
    hooks: {
      before: [
        {
          matcher: ({ path }) => findEndpoint(path)?.proof !== undefined,
          handler: createAuthMiddleware(async (ctx) => {
            const { proof, isChange } = findEndpoint(ctx.path) as IdentityEndpoint
            if (isChange?.({ ...ctx.body }) === false) return
            const current = await getSessionFromCtx(ctx)
            // Without a session, the call is a sign-in by phone, or a later check refuses it.
            if (!current || isFresh(current.session.createdAt)) return
            if (proof === 'password' && (await hasPassword(ctx, current.user.id))) return
            throw APIError.from('FORBIDDEN', BASE_ERROR_CODES.SESSION_NOT_FRESH)
          }),
        },
      ],
    },
  }
}

function isFresh(signedInAt: Date | string): boolean {
  return Date.now() - new Date(signedInAt).getTime() < FRESH_SIGN_IN_SECONDS * 1000
}

/** Returns whether the user has a password. If so, Better Auth refuses a request that does not contain it. */
async function hasPassword(
  { context }: Parameters<typeof getSessionFromCtx>[0],
  userId: string,
): Promise<boolean> {
  const account = await context.internalAdapter.findCredentialAccount(userId)
  return Boolean(account?.password)
}
