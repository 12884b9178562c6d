import type { GenericOAuthConfig } from 'better-auth/plugins'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { Config } from '../../../config.ts'
import { exchangeCode } from './exchange-code.ts'
import { personOf } from './person.ts'

type Log = { warn: (about: object, message: string) => void }

/** Google by OpenID Connect: who somebody is stands in the ID token, which is verified here. */
export function google(config: NonNullable<Config['google']>, log: Log) {
  const { clientId, clientSecret, issuer } = config
  const keys = createRemoteJWKSet(new URL(config.jwksUrl), {
    timeoutDuration: config.timeoutMs,
  })
  // Google signs as its address, and for some older clients as its bare name.
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
        return personOf(
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
        log.warn({ err: error, from: 'google' }, 'an ID token was not accepted')
        return null
      }
    },
  } satisfies GenericOAuthConfig
}
