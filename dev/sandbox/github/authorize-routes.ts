import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseForeignPages } from '../loopback.ts'
import { sendPage } from '../page.ts'
import type { SignInClient } from '../settings.ts'
import { isEmail, type OtherAccount, readAnswer, sendAccountPage } from '../sign-in/account-page.ts'
import { acceptForms } from '../sign-in/forms.ts'
import { accountByEmail, githubAccounts, otherAccount } from './accounts.ts'
import type { Grants } from './grants.ts'
import { refusals } from './refusals.ts'

type Authorize = { client: SignInClient; grants: Grants }

type Asked = {
  redirectUri: string
  scopes: string[]
  challenge: string | null
  state: string | undefined
}

/** The page on which a person lets the app know who they are; its form posts to its own address. */
export async function registerAuthorize(app: FastifyInstance, { client, grants }: Authorize) {
  acceptForms(app)

  app.get('/authorize', (request, reply) => {
    const asked = readRequest(request, reply)
    return asked ? show(reply, asked) : reply
  })

  app.post('/authorize', { onRequest: refuseForeignPages }, (request, reply) => {
    const asked = readRequest(request, reply)
    if (!asked) return reply
    const answer = readAnswer(request.body)
    if (answer.kind === 'cancel') return goBack(reply, asked, refusals.accessDenied)
    if (answer.kind === 'other' && !isEmail(answer.email)) return show(reply, asked, answer)
    const account =
      answer.kind === 'other'
        ? (accountByEmail(answer.email) ?? otherAccount(answer))
        : githubAccounts.find(({ login }) => login === answer.value)
    if (!account) return show(reply, asked)
    return goBack(reply, asked, { code: grants.giveCode({ ...asked, account }) })
  })

  /** What the app asked for in the query; where that is wrong the answer is sent here. */
  function readRequest(request: FastifyRequest, reply: FastifyReply): Asked | null {
    const query: Record<string, string | undefined> = Object.fromEntries(
      new URLSearchParams(request.url.split('?')[1]),
    )
    if (query.client_id !== client.clientId) {
      sendPage(reply.code(404), { title: 'Not found', body: unknownApp })
      return null
    }
    const registered = client.redirectUris[0] ?? ''
    const asked = {
      redirectUri: query.redirect_uri ?? registered,
      scopes: (query.scope ?? '').split(/[\s,]+/).filter(Boolean),
      challenge: query.code_challenge ?? null,
      state: query.state,
    }
    if (!client.redirectUris.includes(asked.redirectUri)) {
      goBack(reply, { ...asked, redirectUri: registered }, refusals.wrongRedirect)
      return null
    }
    if (asked.challenge !== null && query.code_challenge_method !== 'S256') {
      goBack(reply, asked, refusals.wrongChallenge)
      return null
    }
    return asked
  }

  function show(reply: FastifyReply, { redirectUri }: Asked, refused?: OtherAccount) {
    return sendAccountPage(reply, {
      provider: 'GitHub',
      choices: githubAccounts.map(({ login, name }) => ({
        value: login,
        name: name ?? login,
        detail: name ? login : 'no name given',
        picture: `/github/avatars/${login}.svg`,
      })),
      redirectUri,
      redirectUris: client.redirectUris,
      refused,
    })
  }
}

function goBack(reply: FastifyReply, asked: Asked, said: Record<string, string>) {
  const address = new URL(asked.redirectUri)
  for (const [name, value] of Object.entries(said)) address.searchParams.set(name, value)
  if (asked.state !== undefined) address.searchParams.set('state', asked.state)
  return reply.redirect(address.href, 302)
}

const unknownApp = `<main class="sign-in"><h1>Not found</h1>
<p>No app is registered here under this client_id.</p></main>`
