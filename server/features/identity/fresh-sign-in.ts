import { BASE_ERROR_CODES, type BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'

/** Maximum age of a sign-in that may change how its user signs in. */
export const FRESH_SIGN_IN_SECONDS = 15 * 60

/** What a call that changes a way to sign in asks for, and for which of its bodies. */
interface SignInChange {
  /** `password`: the password in the same request serves too, where the user has one. */
  proof: 'fresh' | 'password'
  /** Absent where every body changes a way to sign in. */
  applies?: (body: Record<string, unknown>) => boolean
}

/**
 * The calls of the identity provider that change a way to sign in. `verify-totp` is not among them:
 * only the caller of `enable` knows the secret that its code comes from.
 */
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
 * Refuses a change of a way to sign in with `SESSION_NOT_FRESH` (403) when the sign-in is older than
 * `FRESH_SIGN_IN_SECONDS`. Must be the first plugin: others answer some of these calls in a hook.
 */
export function freshSignIn(): BetterAuthPlugin {
  return {
    id: 'fresh-sign-in-of-the-shop',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && path in SIGN_IN_CHANGES,
          handler: createAuthMiddleware(async (ctx) => {
            const { proof, applies = () => true } = SIGN_IN_CHANGES[ctx.path] as SignInChange
            if (!applies({ ...ctx.body })) return
            const found = await getSessionFromCtx(ctx)
            // The library itself refuses a caller without a session.
            if (!found || isFresh(found.session.createdAt)) return
            if (proof === 'password' && (await hasPassword(ctx, found.user.id))) return
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

/** The library checks the password of the request, so that the hook need not. */
async function hasPassword(
  { context }: Parameters<typeof getSessionFromCtx>[0],
  userId: string,
): Promise<boolean> {
  const account = await context.internalAdapter.findCredentialAccount(userId)
  return Boolean(account?.password)
}
