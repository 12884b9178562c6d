import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SandboxSettings } from '../settings.ts'
import { registerPictures } from '../sign-in/account-page.ts'
import {
  injectFault,
  noSignInFaults,
  registerFaults,
  type SignInFaults,
} from '../sign-in/faults.ts'
import { presentUser } from './accounts.ts'
import {
  type Grants,
  openGrants,
  registerAuthorize,
  registerTokenRoute,
  type Token,
} from './authorize-routes.ts'

/** Registers the replacement of GitHub: authorization page, token exchange and user API. */
export function registerGithub(app: FastifyInstance, { github: client }: SandboxSettings) {
  const github = { client, grants: openGrants(), faults: noSignInFaults() }

  app.register((scope) => registerAuthorize(scope, github), { prefix: '/github/login/oauth' })
  app.register((scope) => registerTokenRoute(scope, github), { prefix: '/github/login/oauth' })
  app.register((scope) => registerApi(scope, github), { prefix: '/github/api' })
  app.register(registerPictures, { prefix: '/github/avatars' })
  app.register((scope) => registerFaults(scope, github.faults), { prefix: '/sandbox/github' })
}

type Api = { grants: Grants; faults: SignInFaults }

const DOCS = 'https://docs.github.com/rest'

const NO_USER_AGENT = `\r\nRequest forbidden by administrative rules. Please make sure your request has a User-Agent header (${DOCS}/overview/resources-in-the-rest-api#user-agent-required). Check https://developer.github.com for other possible causes.\r\n`

/** Registers the two REST calls for the user's profile and email addresses. */
export async function registerApi(app: FastifyInstance, { grants, faults }: Api) {
  app.addHook('onRequest', requireUserAgent)
  app.addHook('preHandler', injectFault(faults, 'failProfile'))
  app.setNotFoundHandler((_request, reply) => sendError(reply, 404, 'Not Found', DOCS))

  app.get('/user', (request, reply) => {
    const token = tokenOf(request, reply)
    return token ? presentUser(token.account, `http://${request.headers.host}/github`) : reply
  })

  app.get('/user/emails', (request, reply) => {
    const token = tokenOf(request, reply)
    if (!token) return reply
    reply.header('x-accepted-oauth-scopes', 'user, user:email')
    if (token.scopes.some((scope) => ['user', 'user:email'].includes(scope))) {
      return token.account.emails
    }
    const docsUrl = `${DOCS}/users/emails#list-email-addresses-for-the-authenticated-user`
    return sendError(reply, 404, 'Not Found', docsUrl)
  })

  /** Returns the token of the request. Sends an error and returns null if it is missing or invalid. */
  function tokenOf(request: FastifyRequest, reply: FastifyReply): Token | null {
    const [scheme, value] = request.headers.authorization?.split(' ') ?? []
    if (!value) {
      sendError(reply, 401, 'Requires authentication', DOCS)
      return null
    }
    const token = /^(bearer|token)$/i.test(scheme ?? '') && grants.findToken(value)
    if (!token) {
      sendError(reply, 401, 'Bad credentials', DOCS)
      return null
    }
    reply.header('x-oauth-scopes', token.scopes.join(', '))
    return token
  }
}

async function requireUserAgent(request: FastifyRequest, reply: FastifyReply) {
  if (request.headers['user-agent']) return
  return reply.code(403).type('text/html').send(NO_USER_AGENT)
}

function sendError(reply: FastifyReply, status: number, message: string, docsUrl: string) {
  return reply.code(status).send({ message, documentation_url: docsUrl, status: String(status) })
}
