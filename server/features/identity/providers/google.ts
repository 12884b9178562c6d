import type { GenericOAuthConfig } from 'better-auth/plugins'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { Config } from '../../../config.ts'
import { exchangeCode } from './exchange-code.ts'
import { normalizeProfile } from './normalize-profile.ts'

type Log = { warn: (details: object, message: string) => void }

/** Sign-in with Google by OpenID Connect. Verifies the ID token and reads the profile from it. */
export function google(config: NonNullable<Config['google']>, log: Log) {
  const { clientId, clientSecret, issuer } = config
  const keys = createRemoteJWKSet(new URL(config.jwksUrl), {
    timeoutDuration: config.timeoutMs,
  })
  // For some older clients Google sets the issuer without https://.
  const rules = {
    issuer: [issuer, issuer.replace('https://', '')],
    audience: clientId,
    algorithms: ['RS256'],
    requiredClaims: ['sub', 'exp'],
  }

  return {
    providerId: 'google',
    clientId,
    clientSecret,
    authorizationUrl: config.authorizationUrl,
    tokenUrl: config.tokenUrl,
    scopes: ['openid', 'email', 'profile'],
    prompt: 'select_account',
    getToken: (grant) => exchangeCode(config, grant),
    async getUserInfo({ idToken }) {
      try {
        const { payload } = await jwtVerify(idToken ?? '', keys, rules)
        return normalizeProfile(
          {
            id: payload.sub as string,
            email: payload.email,
            emailVerified: payload.email_verified === true,
            name: payload.name,
            image: payload.picture,
          },
          config.issuer,
        )
      } catch (error) {
        log.warn({ err: error, from: 'google' }, 'rejected a Google ID token')
        return null
      }
    },
  } satisfies GenericOAuthConfig
}
