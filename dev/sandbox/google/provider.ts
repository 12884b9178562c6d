import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Configuration, JWK, KoaContextWithOIDC } from 'oidc-provider'
import { Check, Prompt } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import type { SignInClient } from '../settings.ts'
import { claimsOf, type GoogleAccount } from './accounts.ts'
import { sendErrorPage } from './error-page.ts'
import { createMemoryAdapter } from './memory-adapter.ts'

export type { Provider }

const HOUR = 60 * 60

/** Generates an RSA key that signs ID tokens. Each start has a new key. */
export async function generateSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const kid = randomBytes(20).toString('hex')
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } as JWK
}

/**
 * Creates an OpenID provider with Google's URLs, claims and behaviour. Its issuer is the address that the
 * sandbox listens on, even if requests use another host name of this machine.
 */
export function createProvider(
  origin: string,
  key: JWK,
  client: SignInClient,
  accounts: Map<string, GoogleAccount>,
): Provider {
  return new Provider(`${origin}/google`, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: client.redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    clientBasedCORS: () => false,
    jwks: { keys: [key] },
    routes: {
      authorization: '/o/oauth2/v2/auth',
      token: '/token',
      jwks: '/oauth2/v3/certs',
      userinfo: '/v1/userinfo',
    },
    scopes: ['openid'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    // Google puts the profile claims into the ID token.
    conformIdTokenClaims: false,
    findAccount: (_ctx, accountId) => {
      const account = accounts.get(accountId)
      return account && { accountId, claims: () => claimsOf(account, origin) }
    },
    // Google asks for consent once. Here it has already been given.
    loadExistingGrant: grantRequestedScopes,
    expiresWithSession: () => false,
    interactions: { policy: createPrompts(), url: (_ctx, { uid }) => `/google/signin/${uid}` },
    renderError: (ctx, out) => sendErrorPage(ctx, out),
    responseTypes: ['code'],
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    cookies: configureCookies(origin),
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 10 * 60,
      Grant: HOUR,
      IdToken: HOUR,
      Interaction: HOUR,
      Session: HOUR,
    },
  })
}

async function grantRequestedScopes({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client?.clientId,
    accountId: oidc.session?.accountId,
  })
  grant.addOIDCScope(String(oidc.params?.scope))
  await grant.save()
  return grant
}

/** All prompts lead to the same page, which signs the user in. */
function createPrompts() {
  return [
    new Prompt(
      { name: 'login', requestable: true },
      new Check('signed_out', 'No user is signed in', ({ oidc }) => !oidc.session?.accountId),
    ),
    new Prompt({ name: 'select_account', requestable: true }),
    new Prompt({ name: 'consent', requestable: true }),
  ]
}

/** Cookies ignore ports, so their names contain the port: several sandboxes may run at once. */
function configureCookies(origin: string): Configuration['cookies'] {
  const { port } = new URL(origin)
  return {
    keys: [randomBytes(32).toString('hex')],
    long: { path: '/google' },
    names: {
      session: `google_session_${port}`,
      interaction: `google_sign_in_${port}`,
      resume: `google_resume_${port}`,
    },
  }
}
