import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectCrossOriginRequests } from '../loopback.ts'
import { sendPage } from '../page.ts'
import type { SignInClient } from '../settings.ts'
import {
  acceptForms,
  isEmail,
  type OtherAccount,
  readSelection,
  sendAccountPage,
} from '../sign-in/account-page.ts'
import { injectFault, type SignInFaults } from '../sign-in/faults.ts'
import {
  createAccount,
  findAccountByEmail,
  type GithubAccount,
  githubAccounts,
} from './accounts.ts'

type Authorize = { client: SignInClient; grants: Grants }

type AuthorizationRequest = {
  redirectUri: string
  scopes: string[]
  challenge: string | null
  state: string | undefined
}

/** Registers the authorization page. Its form posts to the same URL. */
export async function registerAuthorize(app: FastifyInstance, { client, grants }: Authorize) {
  acceptForms(app)

  app.get('/authorize', (request, reply) => {
    const authorization = readAuthorization(request, reply)
    return authorization ? showAccountPage(reply, authorization) : reply
  })

  app.post('/authorize', { onRequest: rejectCrossOriginRequests }, (request, reply) => {
    const authorization = readAuthorization(request, reply)
    if (!authorization) return reply
    const selection = readSelection(request.body)
    if (selection.kind === 'cancel')
      return redirectToApp(reply, authorization, oauthErrors.accessDenied)
    if (selection.kind === 'other' && !isEmail(selection.email))
      return showAccountPage(reply, authorization, selection)
    const account =
      selection.kind === 'other'
        ? (findAccountByEmail(selection.email) ?? createAccount(selection))
        : githubAccounts.find(({ login }) => login === selection.value)
    if (!account) return showAccountPage(reply, authorization)
    return redirectToApp(reply, authorization, {
      code: grants.issueCode({ ...authorization, account }),
    })
  })

  /** Parses the app's request. Sends an error and returns null if it is invalid. */
  function readAuthorization(
    request: FastifyRequest,
    reply: FastifyReply,
  ): AuthorizationRequest | null {
    const query: Record<string, string | undefined> = Object.fromEntries(
      new URLSearchParams(request.url.split('?')[1]),
    )
    if (query.client_id !== client.clientId) {
      sendPage(reply.code(404), { title: 'Not found', body: unknownAppBody })
      return null
    }
    const defaultRedirect = client.redirectUris[0] ?? ''
    const authorization = {
      redirectUri: query.redirect_uri ?? defaultRedirect,
      scopes: (query.scope ?? '').split(/[\s,]+/).filter(Boolean),
      challenge: query.code_challenge ?? null,
      state: query.state,
    }
    if (!client.redirectUris.includes(authorization.redirectUri)) {
      redirectToApp(
        reply,
        { ...authorization, redirectUri: defaultRedirect },
        oauthErrors.redirectMismatch,
      )
      return null
    }
    if (authorization.challenge !== null && query.code_challenge_method !== 'S256') {
      redirectToApp(reply, authorization, oauthErrors.unsupportedChallenge)
      return null
    }
    return authorization
  }

  function showAccountPage(
    reply: FastifyReply,
    { redirectUri }: AuthorizationRequest,
    invalid?: OtherAccount,
  ) {
    return sendAccountPage(reply, {
      provider: 'GitHub',
      choices: githubAccounts.map(({ login, name }) => ({
        value: login,
        name: name ?? login,
        detail: name ? login : 'no name set',
        picture: `/github/avatars/${login}.svg`,
      })),
      redirectUri,
      redirectUris: client.redirectUris,
      invalid,
    })
  }
}

function redirectToApp(
  reply: FastifyReply,
  authorization: AuthorizationRequest,
  params: Record<string, string>,
) {
  const url = new URL(authorization.redirectUri)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  if (authorization.state !== undefined) url.searchParams.set('state', authorization.state)
  return reply.redirect(url.href, 302)
}

const unknownAppBody = `<main class="sign-in"><h1>Not found</h1>
<p>No app is registered with this client_id.</p></main>`

const DOCS = 'https://docs.github.com/apps/managing-oauth-apps'
const AUTHORIZATION_DOCS = `${DOCS}/troubleshooting-authorization-request-errors`
const TOKEN_DOCS = `${DOCS}/troubleshooting-oauth-app-access-token-request-errors`

const MISMATCH = 'The redirect_uri MUST match the registered callback URL for this application.'

/** GitHub's own error texts, with the fields in GitHub's order. */
const oauthErrors = {
  accessDenied: {
    error: 'access_denied',
    error_description: 'The user has denied your application access.',
    error_uri: `${AUTHORIZATION_DOCS}/#access-denied`,
  },
  redirectMismatch: {
    error: 'redirect_uri_mismatch',
    error_description: MISMATCH,
    error_uri: `${AUTHORIZATION_DOCS}/#redirect-uri-mismatch`,
  },
  unsupportedChallenge: {
    error: 'invalid_request',
    error_description: 'The code_challenge_method must be S256.',
    error_uri: `${AUTHORIZATION_DOCS}/`,
  },
  badClient: {
    error: 'incorrect_client_credentials',
    error_description: 'The client_id and/or client_secret passed are incorrect.',
    error_uri: `${TOKEN_DOCS}/#incorrect-client-credentials`,
  },
  badCode: {
    error: 'bad_verification_code',
    error_description: 'The code passed is incorrect or expired.',
    error_uri: `${TOKEN_DOCS}/#bad-verification-code`,
  },
  tokenRedirectMismatch: {
    error: 'redirect_uri_mismatch',
    error_description: MISMATCH,
    error_uri: `${AUTHORIZATION_DOCS}/#redirect-uri-mismatch2`,
  },
}

/** The user's consent for the app. */
export type Grant = {
  account: GithubAccount
  scopes: string[]
  redirectUri: string
  /** The PKCE code challenge, or null without PKCE. */
  challenge: string | null
}

export type Token = { account: GithubAccount; scopes: string[] }

export type Grants = ReturnType<typeof openGrants>

const CODE_TTL_MS = 10 * 60 * 1000
const MAX_ENTRIES = 2000

/** Stores issued codes and tokens in memory. */
export function openGrants() {
  const codes = new Map<string, Grant & { expiresAt: number }>()
  const tokens = new Map<string, Token>()

  return {
    issueCode(grant: Grant): string {
      const code = randomBytes(10).toString('hex')
      addBounded(codes, code, { ...grant, expiresAt: Date.now() + CODE_TTL_MS })
      return code
    },
    /** A code becomes invalid at its first use, even if the exchange fails. */
    consumeCode(code: string): Grant | undefined {
      const grant = codes.get(code)
      codes.delete(code)
      return grant && grant.expiresAt > Date.now() ? grant : undefined
    },
    issueToken(token: Token): string {
      const value = `gho_${randomBytes(18).toString('hex')}`
      addBounded(tokens, value, token)
      return value
    },
    findToken: (value: string) => tokens.get(value),
  }
}

/** Adds an entry and removes the oldest entries above the limit. */
function addBounded<Value>(map: Map<string, Value>, key: string, value: Value) {
  map.set(key, value)
  for (const oldKey of [...map.keys()].slice(0, -MAX_ENTRIES)) map.delete(oldKey)
}

/** Computes the S256 code challenge of a verifier (RFC 7636). */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

type Exchange = { client: SignInClient; grants: Grants; faults: SignInFaults }

/** Registers the route that exchanges a code for a token. It sends errors with status 200, as GitHub does. */
export async function registerTokenRoute(
  app: FastifyInstance,
  { client, grants, faults }: Exchange,
) {
  acceptForms(app)

  app.post('/access_token', { preHandler: injectFault(faults, 'failToken') }, (request, reply) =>
    send(request, reply, exchange((request.body ?? {}) as Record<string, string | undefined>)),
  )

  function exchange(params: Record<string, string | undefined>): Record<string, string> {
    if (params.client_id !== client.clientId || params.client_secret !== client.clientSecret) {
      return oauthErrors.badClient
    }
    const grant = grants.consumeCode(params.code ?? '')
    if (!grant) return oauthErrors.badCode
    if (params.redirect_uri !== undefined && params.redirect_uri !== grant.redirectUri) {
      return oauthErrors.tokenRedirectMismatch
    }
    if (grant.challenge !== null && grant.challenge !== challengeOf(String(params.code_verifier))) {
      return oauthErrors.badCode
    }
    return {
      access_token: grants.issueToken(grant),
      scope: grant.scopes.join(','),
      token_type: 'bearer',
    }
  }
}

/** Sends a form-encoded body unless the client accepts JSON. */
function send(request: FastifyRequest, reply: FastifyReply, body: Record<string, string>) {
  if (request.headers.accept?.includes('application/json')) return reply.send(body)
  return reply
    .type('application/x-www-form-urlencoded; charset=utf-8')
    .send(new URLSearchParams(body).toString())
}
