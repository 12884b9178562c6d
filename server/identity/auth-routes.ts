import { refuse } from '@freehub/contract/refusals'
import { POPUP_MARKER_COOKIE } from 'better-auth/plugins'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'
import { isOwnOrigin, ownOrigin } from '../http/origin.ts'
import { sendRefusal } from '../http/problems.ts'
import { ADDRESS_HEADER, type Auth } from './auth.ts'
import { countSignIn } from './count-sign-in.ts'
import { isClosed } from './limits/closed-paths.ts'
import { normalPath } from './limits/normal-path.ts'
import { requestLimits } from './limits/request-limits.ts'
import { sendWindowEnd, WINDOW_END } from './providers/window-end.ts'

/**
 * Hands what is under /api/auth to the identity provider: from pages of the shop alone, and no
 * oftener than it may be asked.
 */
export async function authRoutes(
  app: FastifyInstance,
  { auth, config, db }: { auth: Auth; config: Config; db: Db },
) {
  const admit = requestLimits(db)
  app.removeAllContentTypeParsers()
  // Without the byte order marks that the provider would overlook, and the limits would not.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, String(body).replace(/^\uFEFF+/, '')),
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
      if (hasZero(request)) return sendRefusal(reply, refuse('input_invalid'))
      const path = normalPath(request.url)
      if (isClosed(path)) return sendRefusal(reply, refuse('route_missing'))
      const admitted = await admit({
        path,
        address: request.ip,
        body: fieldsOf(request.body),
        emailOfSession: () => emailOfSession(auth, headersOf(request)),
      })
      if ('retryAfter' in admitted) return turnAway(request, reply, admitted.retryAfter)
      const answer = await auth.handler(webRequest(request, origin))
      const text = withoutSecrets(await answer.text())
      await admitted({ status: answer.status, code: codeIn(text) })
      countSignIn(path, answer)
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

/** A zero byte, which no text has, and at which the database fails. */
function hasZero({ url, body }: FastifyRequest): boolean {
  return url.includes('%00') || (typeof body === 'string' && /\0|\\u0000/.test(body))
}

/** Here a person looks at the answer, on his way from or to a provider or from a mail: no place for JSON. */
function isOnTheWay(request: FastifyRequest): boolean {
  return /^\/api\/auth\/(callback|oauth-popup|reset-password)\//.test(pathOf(request))
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
  return (status < 500 && codeIn(body)) || 'internal_server_error'
}

function codeIn(body: string): string | undefined {
  return /"code":"(\w+)"/.exec(body)?.[1]
}

/** A session's secret stays in its cookie, and is told to no page. */
function withoutSecrets(body: string): string {
  return body.replace(/"token":"[^"]*"/g, '"token":"kept in the cookie"')
}

/** After so many seconds one may ask again. */
function turnAway(request: FastifyRequest, reply: FastifyReply, seconds: number) {
  reply.header('retry-after', String(seconds))
  if (!isOnTheWay(request)) return sendRefusal(reply, refuse('too_many_requests'))
  return reply.redirect(`${placeForErrors(request)}?error=too_many_requests`)
}

/** What a body says; of one that is none, nothing: the provider refuses it. */
function fieldsOf(body: unknown): Record<string, unknown> {
  try {
    return { ...JSON.parse(String(body)) }
  } catch {
    return {}
  }
}

/**
 * Whose session it is, as the provider itself reads the cookies: of several it might take another
 * than we would.
 */
async function emailOfSession(auth: Auth, headers: Headers): Promise<string | undefined> {
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } })
  return found?.user.email
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
