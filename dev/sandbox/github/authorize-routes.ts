import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectCrossOriginRequests } from '../loopback.ts'
import { sendPage } from '../page.ts'
import type { SignInClient } from '../settings.ts'
import {
  isEmail,
  type OtherAccount,
  readSelection,
  sendAccountPage,
} from '../sign-in/account-page.ts'
import { acceptForms } from '../sign-in/forms.ts'
import { createAccount, findAccountByEmail, githubAccounts } from './accounts.ts'
import type { Grants } from './grants.ts'
import { oauthErrors } from './oauth-errors.ts'

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
