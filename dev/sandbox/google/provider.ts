import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type {
  AdapterFactory,
  AdapterPayload,
  Configuration,
  ErrorOut,
  JWK,
  KoaContextWithOIDC,
} from 'oidc-provider'
import { Check, Prompt } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import { createPageHeaders, escapeHtml, renderPage } from '../page.ts'
import type { SignInClient } from '../settings.ts'
import { claimsOf, type GoogleAccount } from './accounts.ts'

export type { Provider }

const HOUR = 60 * 60

/** Generates an RSA key that signs ID tokens. Each start has a new key. */
export async function generateSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const kid = randomBytes(20).toString('hex')
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } as JWK
}

/**
 * Creates an OpenID provider with Google's URLs, claims and behaviour. Its issuer is the URL that the
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
    // Google asks for consent only once. The sandbox behaves as if the user had already consented.
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

/**
 * Configures the cookies. Their names contain the port, because cookies ignore ports and several
 * sandboxes may run.
 */
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

type Row = { model: string; payload: AdapterPayload; expiresAt: number }

const MAX_ROWS = 5000

/**
 * Stores the provider's data in memory until it expires. Sessions are not stored, so that users choose an
 * account each time.
 */
function createMemoryAdapter(): AdapterFactory {
  const rows = new Map<string, Row>()

  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`
    const find = (id: string) => {
      const row = rows.get(keyOf(id))
      return row && row.expiresAt > Date.now() ? row.payload : undefined
    }
    return {
      find: async (id) => find(id),
      async upsert(id, payload, expiresIn = 3600) {
        if (model === 'Session') return
        rows.set(keyOf(id), { model, payload, expiresAt: Date.now() + expiresIn * 1000 })
        for (const key of [...rows.keys()].slice(0, -MAX_ROWS)) rows.delete(key)
      },
      async consume(id) {
        const payload = find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void rows.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of rows) if (payload.grantId === grantId) rows.delete(key)
      },
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
    }
  }
}

/** Shows an error to a user who cannot be redirected to the app. */
function sendErrorPage(ctx: KoaContextWithOIDC, { error, error_description }: ErrorOut) {
  const code = error === 'invalid_redirect_uri' ? 'redirect_uri_mismatch' : error
  const page = {
    title: 'Access blocked',
    body: `<main class="sign-in">
<h1>Access blocked</h1>
<p>This app’s request is invalid. Close this window and start again in the app.</p>
<p class="quiet">Error ${ctx.status}: ${escapeHtml(code)}. ${escapeHtml(error_description ?? '')}</p>
</main>`,
  }
  ctx.set(createPageHeaders(page))
  ctx.body = renderPage(page)
}
