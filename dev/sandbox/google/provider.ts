import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Configuration, JWK, KoaContextWithOIDC } from 'oidc-provider'
import { Check, Prompt } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import type { SignInClient } from '../settings.ts'
import { claimsOf, type GoogleAccount } from './accounts.ts'
import { createMemory } from './memory.ts'
import { sendProblem } from './problem-page.ts'

export type { Provider }

const HOUR = 60 * 60

/** An RSA key for signing id_tokens, made anew at every start. */
export async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const kid = randomBytes(20).toString('hex')
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } as JWK
}

/**
 * An OpenID provider with the addresses, the claims and the manners of Google. Its name is the
 * address the sandbox listens on, whichever name of this machine it is called by.
 */
export function createProvider(
  origin: string,
  key: JWK,
  client: SignInClient,
  accounts: Map<string, GoogleAccount>,
): Provider {
  return new Provider(`${origin}/google`, {
    adapter: createMemory(),
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
    // Google tells who somebody is in the id_token itself.
    conformIdTokenClaims: false,
    findAccount: (_ctx, accountId) => {
      const account = accounts.get(accountId)
      return account && { accountId, claims: () => claimsOf(account, origin) }
    },
    // Google asks for consent once; here everybody has given it before.
    loadExistingGrant: grantAll,
    expiresWithSession: () => false,
    interactions: { policy: prompts(), url: (_ctx, { uid }) => `/google/signin/${uid}` },
    renderError: (ctx, out) => sendProblem(ctx, out),
    responseTypes: ['code'],
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    cookies: cookies(origin),
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

async function grantAll({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client?.clientId,
    accountId: oidc.session?.accountId,
  })
  grant.addOIDCScope(String(oidc.params?.scope))
  await grant.save()
  return grant
}

/** Whatever a client prompts for, there is one page; without one nobody is signed in. */
function prompts() {
  return [
    new Prompt(
      { name: 'login', requestable: true },
      new Check('nobody', 'Nobody is signed in', ({ oidc }) => !oidc.session?.accountId),
    ),
    new Prompt({ name: 'select_account', requestable: true }),
    new Prompt({ name: 'consent', requestable: true }),
  ]
}

/** Cookies do not tell ports apart, and there may be several sandboxes: their names do. */
function cookies(origin: string): Configuration['cookies'] {
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
