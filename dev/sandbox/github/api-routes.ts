import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type SignInFaults, stumble } from '../sign-in/faults.ts'
import type { Grants, Token } from './grants.ts'
import { presentUser } from './present-user.ts'

type Api = { grants: Grants; faults: SignInFaults }

const DOCS = 'https://docs.github.com/rest'

const NO_USER_AGENT = `\r\nRequest forbidden by administrative rules. Please make sure your request has a User-Agent header (${DOCS}/overview/resources-in-the-rest-api#user-agent-required). Check https://developer.github.com for other possible causes.\r\n`

/** The two calls of the REST API that tell who somebody is. */
export async function registerApi(app: FastifyInstance, { grants, faults }: Api) {
  app.addHook('onRequest', refuseNameless)
  app.addHook('preHandler', stumble(faults, 'failProfile'))
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'Not Found', DOCS))

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
    const about = `${DOCS}/users/emails#list-email-addresses-for-the-authenticated-user`
    return refuse(reply, 404, 'Not Found', about)
  })

  /** Whose token came with the call; without a good one the answer is sent here. */
  function tokenOf(request: FastifyRequest, reply: FastifyReply): Token | null {
    const [scheme, value] = request.headers.authorization?.split(' ') ?? []
    if (!value) {
      refuse(reply, 401, 'Requires authentication', DOCS)
      return null
    }
    const token = /^(bearer|token)$/i.test(scheme ?? '') && grants.findToken(value)
    if (!token) {
      refuse(reply, 401, 'Bad credentials', DOCS)
      return null
    }
    reply.header('x-oauth-scopes', token.scopes.join(', '))
    return token
  }
}

async function refuseNameless(request: FastifyRequest, reply: FastifyReply) {
  if (request.headers['user-agent']) return
  return reply.code(403).type('text/html').send(NO_USER_AGENT)
}

function refuse(reply: FastifyReply, status: number, message: string, about: string) {
  return reply.code(status).send({ message, documentation_url: about, status: String(status) })
}
