import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isOwnOrigin, ownOrigin } from '../http/origin.ts'
import { sendRefusal } from '../http/problems.ts'
import { ADDRESS_HEADER, type Auth } from './auth.ts'

/** Hands everything under /api/auth to the identity provider, from pages of the shop alone. */
export async function authRoutes(
  app: FastifyInstance,
  { auth, config }: { auth: Auth; config: Config },
) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    schema: { hide: true },
    async handler(request, reply) {
      if (methodOf(request) !== 'GET' && !isOwnOrigin(config, request)) {
        return sendRefusal(reply, refuse('origin_foreign'))
      }
      const origin = ownOrigin(config, request)
      if (!origin) return sendRefusal(reply, refuse('origin_foreign'))
      const answer = await auth.handler(webRequest(request, origin))
      if (answer.status >= 500 && isOnTheWay(request)) {
        return reply.redirect('/login?error=internal_server_error')
      }
      reply.code(answer.status)
      for (const [name, value] of answer.headers) reply.header(name, value)
      return reply.header('cache-control', 'no-store').send(await answer.text())
    },
  })
}

/** Here a person looks at the answer, on his way from or to a provider: no place for JSON. */
function isOnTheWay({ url }: FastifyRequest): boolean {
  return /^\/api\/auth\/(callback|oauth-popup)\//.test(url)
}

function webRequest(request: FastifyRequest, origin: string): Request {
  const headers = headersOf(request)
  return new Request(new URL(request.url, origin), {
    method: methodOf(request),
    headers,
    ...(typeof request.body === 'string' && { body: request.body }),
  })
}

/** The provider knows no HEAD: it is a GET of which the server keeps the body back. */
function methodOf({ method }: FastifyRequest): string {
  return method === 'HEAD' ? 'GET' : method
}

/** A request's headers as the identity provider reads them; the address is ours, never the asker's. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  headers.delete('content-length')
  headers.set(ADDRESS_HEADER, request.ip)
  return headers
}
