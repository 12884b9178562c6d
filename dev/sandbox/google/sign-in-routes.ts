import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults } from 'oidc-provider'
import { refuseForeignPages } from '../loopback.ts'
import { sendPage } from '../page.ts'
import type { SignInClient } from '../settings.ts'
import { isEmail, type OtherAccount, readAnswer, sendAccountPage } from '../sign-in/account-page.ts'
import { acceptForms } from '../sign-in/forms.ts'
import { type GoogleAccount, googleAccounts, otherAccount, subjectOf } from './accounts.ts'
import type { Provider } from './provider.ts'

type SignIn = {
  provider(): Provider
  client: SignInClient
  /** Everybody who has signed in, by subject. */
  accounts: Map<string, GoogleAccount>
}

/** The page between asking to sign in and going back, which the provider's cookie guards. */
export async function registerSignIn(app: FastifyInstance, { provider, client, accounts }: SignIn) {
  acceptForms(app)
  app.setErrorHandler((error: Error, _request, reply) => {
    if (error.name !== 'SessionNotFound') throw error
    return sendPage(reply.code(400), { title: 'Sign in again', body: tooLate })
  })

  app.get('/:uid', (request, reply) => show(request, reply))

  app.post('/:uid', { onRequest: refuseForeignPages }, (request, reply) => {
    const answer = readAnswer(request.body)
    if (answer.kind === 'cancel') return finish(request, reply, denied)
    if (answer.kind === 'account') {
      const account = googleAccounts.find(({ email }) => email === answer.value)
      return account ? signIn(request, reply, account) : show(request, reply)
    }
    if (!isEmail(answer.email)) return show(request, reply, answer)
    const known = googleAccounts.find(({ email }) => email === answer.email.toLowerCase())
    return signIn(request, reply, known ?? otherAccount(answer))
  })

  async function show(request: FastifyRequest, reply: FastifyReply, refused?: OtherAccount) {
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
      refused,
    })
  }

  function signIn(request: FastifyRequest, reply: FastifyReply, account: GoogleAccount) {
    const accountId = subjectOf(account.email)
    accounts.set(accountId, account)
    return finish(request, reply, { login: { accountId }, select_account: {}, consent: {} })
  }

  async function finish(request: FastifyRequest, reply: FastifyReply, result: InteractionResults) {
    return reply.redirect(await provider().interactionResult(request.raw, reply.raw, result), 303)
  }
}

const denied = {
  error: 'access_denied',
  error_description: 'The user did not consent to the request.',
}

const tooLate = `<main class="sign-in"><h1>Sign in again</h1>
<p>This sign-in has run out. Close this window and begin again in the app.</p></main>`
