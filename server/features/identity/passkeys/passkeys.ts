import { getAuthenticatorName, PASSKEY_ERROR_CODES, passkey } from '@better-auth/passkey'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'

/**
 * Passkeys, by the identity provider's plugin: kept on the device or in its wallet, found there
 * without an e-mail being typed, and unlocked by face, finger or PIN each time. They are bound to
 * the shop's host name; without PUBLIC_URL that is localhost, for an address of numbers can have none.
 */
export function passkeys(db: Db, { origin }: Pick<Config, 'origin'>): BetterAuthPlugin {
  const library = passkey({
    rpName: 'Freehub',
    rpID: new URL(origin).hostname,
    advanced: { webAuthnChallengeCookie: 'passkey' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      async afterVerification({ verification: { registrationInfo } }) {
        requireUnlocked(registrationInfo?.userVerified)
        await refuseKnown(db, registrationInfo?.credential.id)
        return { name: getAuthenticatorName(registrationInfo?.aaguid) ?? 'Passkey' }
      },
    },
    authentication: {
      afterVerification: ({ verification }) =>
        requireUnlocked(verification.authenticationInfo.userVerified),
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
    hooks: { after: [askToUnlock] },
  }
}

function requireUnlocked(isUnlocked: boolean | undefined): void {
  if (!isUnlocked) throw APIError.from('BAD_REQUEST', PASSKEY_ERROR_CODES.AUTHENTICATION_FAILED)
}

/** Whoever says that his key has the id of another's is told so, and that is no failure of ours. */
async function refuseKnown(db: Db, credentialId = ''): Promise<void> {
  const known = await db
    .selectFrom('passkeys')
    .select('id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (known) throw APIError.from('BAD_REQUEST', PASSKEY_ERROR_CODES.PREVIOUSLY_REGISTERED)
}

/** The library leaves it to the device whether it asks for face, finger or PIN. The shop does not. */
const askToUnlock = {
  matcher: ({ path }: { path?: string }) => path === '/passkey/generate-authenticate-options',
  handler: createAuthMiddleware(async (ctx) => {
    const options = ctx.context.returned
    if (!options || typeof options !== 'object' || !('challenge' in options)) return
    return ctx.json({ ...options, userVerification: 'required' })
  }),
}
