import { refuse } from '@freehub/contract/refusals'
import { POPUP_MARKER_COOKIE } from 'better-auth/plugins'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isOwnOrigin, ownOrigin } from '../http/origin.ts'
import { sendRefusal } from '../http/problems.ts'
import { ADDRESS_HEADER, type Auth } from './auth.ts'
import { sendWindowEnd, WINDOW_END } from './providers/window-end.ts'

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
      if (pathOf(request) === WINDOW_END) return sendWindowEnd(request, reply, origin)
      const answer = await auth.handler(webRequest(request, origin))
      const text = await answer.text()
      if (answer.status >= 400 && isOnTheWay(request)) {
        return reply.redirect(`${placeForErrors(request)}?error=${codeOf(answer.status, text)}`)
      }
      reply.code(answer.status)
      for (const [name, value] of answer.headers) reply.header(name, value)
      return reply.header('cache-control', 'no-store').send(text)
    },
  })
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] as string
}

/** Here a person looks at the answer, on his way from or to a provider: no place for JSON. */
function isOnTheWay(request: FastifyRequest): boolean {
  return /^\/api\/auth\/(callback|oauth-popup)\//.test(pathOf(request))
}

/** A window is told by its start, and by the mark that it was given there. */
function placeForErrors(request: FastifyRequest): string {
  const inWindow =
    pathOf(request).startsWith('/api/auth/oauth-popup/') ||
    request.headers.cookie?.includes(`${POPUP_MARKER_COOKIE}=`)
  return inWindow ? WINDOW_END : '/login'
}

function codeOf(status: number, body: string): string {
  if (status === 429) return 'too_many_requests'
  const code = /"code":"(\w+)"/.exec(body)?.[1]
  return (status < 500 && code) || 'internal_server_error'
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
