import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults } from 'oidc-provider'
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
import { createAccount, type GoogleAccount, googleAccounts, subjectOf } from './accounts.ts'
import type { Provider } from './provider.ts'

type AccountPageDeps = {
  provider(): Provider
  client: SignInClient
  /** Signed-in accounts by subject. */
  accounts: Map<string, GoogleAccount>
}

/** Registers the account page, which is protected by the provider's cookie. */
export async function registerAccountPage(
  app: FastifyInstance,
  { provider, client, accounts }: AccountPageDeps,
) {
  acceptForms(app)
  app.setErrorHandler((error: Error, _request, reply) => {
    if (error.name !== 'SessionNotFound') throw error
    return sendPage(reply.code(400), { title: 'Sign in again', body: expiredBody })
  })

  app.get('/:uid', (request, reply) => showAccountPage(request, reply))

  app.post('/:uid', { onRequest: rejectCrossOriginRequests }, (request, reply) => {
    const selection = readSelection(request.body)
    if (selection.kind === 'cancel') return finishInteraction(request, reply, accessDenied)
    if (selection.kind === 'account') {
      const account = googleAccounts.find(({ email }) => email === selection.value)
      return account ? signIn(request, reply, account) : showAccountPage(request, reply)
    }
    if (!isEmail(selection.email)) return showAccountPage(request, reply, selection)
    const account = googleAccounts.find(({ email }) => email === selection.email.toLowerCase())
    return signIn(request, reply, account ?? createAccount(selection))
  })

  async function showAccountPage(
    request: FastifyRequest,
    reply: FastifyReply,
    invalid?: OtherAccount,
  ) {
    const { params } = await provider().interactionDetails(request.raw, reply.raw)
    return sendAccountPage(reply, {
      provider: 'Google',
      choices: googleAccounts.map(({ email, name, picture }) => ({
        value: email,
        name,
        detail: email,
        picture,
      })),
      redirectUri: String(params.redirect_uri),
      redirectUris: client.redirectUris,
      invalid,
    })
  }

  function signIn(request: FastifyRequest, reply: FastifyReply, account: GoogleAccount) {
    const accountId = subjectOf(account.email)
    accounts.set(accountId, account)
    return finishInteraction(request, reply, {
      login: { accountId },
      select_account: {},
      consent: {},
    })
  }

  /** Ends the account choice with this result, and redirects to the provider. */
  async function finishInteraction(
    request: FastifyRequest,
    reply: FastifyReply,
    result: InteractionResults,
  ) {
    return reply.redirect(await provider().interactionResult(request.raw, reply.raw, result), 303)
  }
}

const accessDenied = {
  error: 'access_denied',
  error_description: 'The user did not consent to the request.',
}

const expiredBody = `<main class="sign-in"><h1>Sign in again</h1>
<p>This sign-in has expired. Close this window and start again in the app.</p></main>`
