import { BASE_ERROR_CODES, type BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'

/** Maximum age of a session with which a user may change sign-in methods. */
export const FRESH_SIGN_IN_SECONDS = 15 * 60

/** The proof that a change of a sign-in method requires, and the request bodies that require it. */
interface SignInChange {
  /** With `password`, a user who has a password may send it in the same request instead of signing in again. */
  proof: 'fresh' | 'password'
  /** Returns whether the body changes a sign-in method. Without this function, every body does. */
  applies?: (body: Record<string, unknown>) => boolean
}

/** Endpoints that change a sign-in method, except `verify-totp`: only the caller of `enable` can compute its codes. */
export const SIGN_IN_CHANGES: Record<string, SignInChange> = {
  '/change-email': { proof: 'fresh' },
  '/change-password': { proof: 'password' },
  '/link-social': { proof: 'fresh' },
  '/unlink-account': { proof: 'fresh' },
  '/passkey/generate-register-options': { proof: 'fresh' },
  '/passkey/verify-registration': { proof: 'fresh' },
  '/passkey/delete-passkey': { proof: 'fresh' },
  '/phone-number/send-otp': { proof: 'fresh' },
  '/phone-number/verify': { proof: 'fresh', applies: (body) => body.updatePhoneNumber === true },
  '/update-user': { proof: 'fresh', applies: (body) => 'phoneNumber' in body },
  '/two-factor/enable': { proof: 'password' },
  '/two-factor/disable': { proof: 'password' },
  '/two-factor/generate-backup-codes': { proof: 'password' },
}

/**
 * Creates the plugin that refuses to change a sign-in method in a session that is not fresh: `SESSION_NOT_FRESH` (403).
 * The plugin must be the first one, because hooks of other plugins can respond to a request themselves.
 */
export function freshSignIn(): BetterAuthPlugin {
  return {
    id: 'freehub-fresh-sign-in',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && path in SIGN_IN_CHANGES,
          handler: createAuthMiddleware(async (ctx) => {
            const { proof, applies = () => true } = SIGN_IN_CHANGES[ctx.path] as SignInChange
            if (!applies({ ...ctx.body })) return
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

/** Returns whether the user has a password. Better Auth checks the password in the body. */
async function hasPassword(
  { context }: Parameters<typeof getSessionFromCtx>[0],
  userId: string,
): Promise<boolean> {
  const account = await context.internalAdapter.findCredentialAccount(userId)
  return Boolean(account?.password)
}
