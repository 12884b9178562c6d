import { getAuthenticatorName, PASSKEY_ERROR_CODES, passkey } from '@better-auth/passkey'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'

/**
 * Sign-in with passkeys that are bound to the shop's host name. The user enters no email. Always requires user
 * verification.
 */
export function passkeys(db: Db, { origin }: Pick<Config, 'origin'>): BetterAuthPlugin {
  const library = passkey({
    rpName: 'Freehub',
    rpID: new URL(origin).hostname,
    advanced: { webAuthnChallengeCookie: 'passkey' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      async afterVerification({ verification: { registrationInfo } }) {
        throwIfUnverified(registrationInfo?.userVerified)
        await refuseRegistered(db, registrationInfo?.credential.id)
        return { name: getAuthenticatorName(registrationInfo?.aaguid) ?? 'Passkey' }
      },
    },
    authentication: {
      afterVerification: ({ verification }) =>
        throwIfUnverified(verification.authenticationInfo.userVerified),
    },
    schema: {
      passkey: {
        modelName: 'passkeys',
        fields: {
          userId: 'user_id',
          publicKey: 'public_key',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
  return {
    ...library,
    hooks: { after: [userVerificationHook] },
  }
}

function throwIfUnverified(isVerified: boolean | undefined): void {
  if (!isVerified) throw APIError.from('BAD_REQUEST', PASSKEY_ERROR_CODES.AUTHENTICATION_FAILED)
}

/** Refuses a credential id that is already registered. Without this check, the call fails with a server error. */
async function refuseRegistered(db: Db, credentialId = ''): Promise<void> {
  const registered = await db
    .selectFrom('passkeys')
    .select('id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (registered) throw APIError.from('BAD_REQUEST', PASSKEY_ERROR_CODES.PREVIOUSLY_REGISTERED)
}

/** Asks the device for face, fingerprint or PIN at sign-in. Better Auth lets the device decide. */
const userVerificationHook = {
  matcher: ({ path }: { path?: string }) => path === '/passkey/generate-authenticate-options',
  handler: createAuthMiddleware(async (ctx) => {
    const options = ctx.context.returned
    if (!options || typeof options !== 'object' || !('challenge' in options)) return
    return ctx.json({ ...options, userVerification: 'required' })
  }),
}
