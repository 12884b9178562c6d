import { refuse } from '@freehub/contract/refusals'
import { POPUP_MARKER_COOKIE } from 'better-auth/plugins'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connections/connect.ts'
import { isOwnOrigin, ownOrigin } from '../../platform/http/origin.ts'
import { sendRefusal } from '../../platform/http/problems.ts'
import { takeEmptyBody } from '../../platform/http/route.ts'
import { actorOf } from './actors.ts'
import { ADDRESS_HEADER, type Auth } from './auth.ts'
import { type IdentityEndpoint, identityEndpoints } from './endpoints.ts'
import { identityEvent } from './identity-events.ts'
import { requestLimits } from './limits/request-limits.ts'
import { sendWindowEnd, WINDOW_END } from './providers/window-end.ts'
import { rememberVerified } from './verified-password.ts'

const BASE = '/api/auth'

/** A passkey's registration is the largest body, with some 10 KiB. */
const BODY_LIMIT_BYTES = 16 * 1024

/** Better Auth answers 500 when it cannot verify what a device sent, which is a client error. */
const BAD_DEVICE_RESPONSE = 'FAILED_TO_VERIFY_REGISTRATION'

interface Deps {
  auth: Auth
  config: Config
  db: Db
}

/**
 * Serves the endpoints of Better Auth that the shop offers. Origin and address are checked and counted
 * before the body is read; the body is checked by its schema before Better Auth sees it.
 */
export async function authRoutes(app: FastifyInstance, deps: Deps) {
  const { config, db } = deps
  const limits = requestLimits(db, config)

  app.removeAllContentTypeParsers()
  takeEmptyBody(app)
  app.addHook('onRequest', async (request, reply) => {
    if (!isGet(request) && !isOwnOrigin(config, request)) {
      return sendRefusal(reply, refuse('origin_foreign'))
    }
    if (!ownOrigin(config, request)) return sendRefusal(reply, refuse('origin_foreign'))
  })
  app.get(WINDOW_END, { schema: { hide: true } }, (request, reply) =>
    sendWindowEnd(request, reply, ownOrigin(config, request) as string),
  )
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (hasOddQuery(request)) {
        return isNavigation(request)
          ? redirectToError(request, reply, 'input_invalid')
          : sendRefusal(reply, refuse('input_invalid'))
      }
      const retryAfter = await limits.countByAddress(request.ip, pathOf(request))
      if (retryAfter !== undefined) return refuseForNow(request, reply, retryAfter)
    })
    scope.addHook('preValidation', async (request) => {
      if (!isGet(request)) request.body ??= {}
    })
    for (const endpoint of identityEndpoints) addEndpoint(scope, endpoint, deps, limits)
  })
}

function addEndpoint(
  app: FastifyInstance,
  { method, path, body }: IdentityEndpoint,
  { auth, config }: Deps,
  limits: ReturnType<typeof requestLimits>,
) {
  app.route({
    method,
    url: BASE + path,
    bodyLimit: BODY_LIMIT_BYTES,
    schema: { hide: true, ...(body && { body }) },
    async handler(request, reply) {
      const asked = pathOf(request)
      const admitted = await limits.countByAccount({
        path: asked,
        address: request.ip,
        body: (request.body ?? {}) as Record<string, unknown>,
        emailOfSession: () => emailOfSession(auth, headersOf(request)),
      })
      if ('retryAfter' in admitted) return refuseForNow(request, reply, admitted.retryAfter)
      const asks = authRequest(request, ownOrigin(config, request) as string)
      const answer = await callAuth(auth, asks).catch(async (error) => {
        const failed = { status: 500, headers: new Headers(), code: undefined }
        request.securityEvent ??= identityEvent(asked, failed, {
          code: 'internal',
          userId: undefined,
        })
        await admitted(failed).catch(() => {})
        throw error
      })
      const text = withoutSecrets(await answer.text())
      const code = codeIn(text)
      await admitted({ status: answer.status, code })
      request.securityEvent ??= identityEvent(asked, answer, { code, userId: actorOf(asks) })
      if (answer.status >= 400 && isNavigation(request)) {
        return redirectToError(request, reply, codeOf(answer.status, text))
      }
      reply.code(answer.status)
      for (const [name, value] of answer.headers) reply.header(name, value)
      return reply.header('cache-control', 'no-store').send(text)
    },
    errorHandler(error, request, reply) {
      if (!isNavigation(request)) throw error
      request.log.error({ err: error }, 'request failed')
      return redirectToError(request, reply, 'internal_server_error')
    },
  })
}

/** The requested path below /api/auth, such as `/sign-in/email`, as its route spells it. */
function pathOf({ routeOptions, params }: FastifyRequest): string {
  const pattern = (routeOptions.url as string).slice(BASE.length)
  return pattern.replace(/:(\w+)/, (_, name) =>
    encodeURIComponent((params as Record<string, string>)[name] as string),
  )
}

/** Better Auth knows no HEAD: it is a GET whose body the server does not send. */
const isGet = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** A repeated parameter, or a zero byte, which PostgreSQL cannot store. */
function hasOddQuery({ url, query }: FastifyRequest): boolean {
  return url.includes('%00') || Object.values(query as object).some(Array.isArray)
}

/** A browser shows the response as a page: on the way to or from a provider, or from a mail. */
function isNavigation({ routeOptions }: FastifyRequest): boolean {
  return /^\/api\/auth\/(callback|oauth-popup|reset-password)\//.test(routeOptions.url as string)
}

function redirectToError(request: FastifyRequest, reply: FastifyReply, code: string) {
  const isInPopup =
    request.routeOptions.url?.startsWith('/api/auth/oauth-popup/') ||
    request.headers.cookie?.includes(`${POPUP_MARKER_COOKIE}=`)
  return reply.redirect(`${isInPopup ? WINDOW_END : '/login'}?error=${code}`)
}

function codeOf(status: number, body: string): string {
  return (status < 500 && codeIn(body)) || 'internal_server_error'
}

function codeIn(body: string): string | undefined {
  return /"code":"(\w+)"/.exec(body)?.[1]
}

/** Removes the session's secret, which belongs into its cookie alone. */
function withoutSecrets(body: string): string {
  return body.replace(/"token":"[^"]*"/g, '"token":"kept in the cookie"')
}

function refuseForNow(request: FastifyRequest, reply: FastifyReply, retryAfterSeconds: number) {
  reply.header('retry-after', String(retryAfterSeconds))
  if (isNavigation(request)) {
    const code = 'too_many_requests'
    request.securityEvent = { event: 'limit_reached', outcome: 'refused', code }
    return redirectToError(request, reply, code)
  }
  return sendRefusal(reply, refuse('too_many_requests'))
}

/** The e-mail of the session, as Better Auth reads the cookies: of several it may choose another than we would. */
async function emailOfSession(auth: Auth, headers: Headers): Promise<string | undefined> {
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } })
  return found?.user.email
}

/** The request for Better Auth, of the checked path and body. */
function authRequest(request: FastifyRequest, origin: string): Request {
  const url = new URL(BASE + pathOf(request), origin)
  url.search = new URLSearchParams(request.query as Record<string, string>).toString()
  return new Request(url, {
    headers: headersOf(request),
    ...(isGet(request)
      ? { method: 'GET' }
      : { method: request.method, body: JSON.stringify(request.body) }),
  })
}

/** Calls Better Auth. Throws what is no refusal. */
async function callAuth(auth: Auth, request: Request): Promise<Response> {
  const answer = await rememberVerified(() => auth.handler(request))
  if (answer.status !== 500) return answer
  const text = await answer.text()
  const code = codeIn(text)
  if (code === BAD_DEVICE_RESPONSE)
    return new Response(text, { headers: answer.headers, status: 400 })
  throw new Error(`Better Auth failed: ${code}`)
}

/** A request's headers for Better Auth. The client's address is ours to say, never a header's. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  headers.delete('content-length')
  headers.set(ADDRESS_HEADER, request.ip)
  return headers
}
