import { POPUP_CALLBACK, POPUP_START } from '@freehub/contract/identity/sign-in-popup'
import { pages } from '@freehub/contract/pages'
import { refuse } from '@freehub/contract/refusals'
import { POPUP_MARKER_COOKIE } from 'better-auth/plugins'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connections/connect.ts'
import { isOwnOrigin, ownOrigin } from '../../platform/http/own-origin.ts'
import { sendRefusal } from '../../platform/http/problems.ts'
import { acceptEmptyBody } from '../../platform/http/route.ts'
import { type Auth, IP_ADDRESS_HEADER } from './auth.ts'
import { toAuthProblem } from './auth-problem.ts'
import { type IdentityEndpoint, identityEndpoints } from './endpoints.ts'
import { createRequestLimits } from './limits/request-limits.ts'
import { redirectErrorOf, sendPopupCallback } from './providers/popup.ts'
import { type RequestFacts, withRequestFacts } from './request-facts.ts'
import { createSecurityEvent } from './security-events.ts'

const BASE = '/api/auth'

/** Limit for request bodies. The largest body, a passkey registration, has about 10 KiB. */
const BODY_LIMIT_BYTES = 16 * 1024

/** Better Auth's error for an unverifiable passkey. Its status 500 is wrong: the error is the client's. */
const UNVERIFIABLE_PASSKEY = 'FAILED_TO_VERIFY_REGISTRATION'

interface Deps {
  auth: Auth
  config: Config
  db: Db
}

/** Serves the endpoints of Better Auth that the shop offers, behind checks of origin, rate limit and body. */
export async function authRoutes(app: FastifyInstance, deps: Deps) {
  const { config, db } = deps
  const limits = createRequestLimits(db, config)

  app.removeAllContentTypeParsers()
  acceptEmptyBody(app)
  app.addHook('onRequest', async (request, reply) => {
    if (!isGet(request) && !isOwnOrigin(config, request)) {
      return sendRefusal(reply, refuse('origin_foreign'))
    }
    // Without PUBLIC_URL, the shop accepts only requests to a loopback host.
    if (!ownOrigin(config, request)) return sendRefusal(reply, refuse('origin_foreign'))
  })
  app.get(POPUP_CALLBACK, { schema: { hide: true } }, (request, reply) =>
    sendPopupCallback(request, reply, ownOrigin(config, request) as string),
  )
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (isInvalidUrl(request)) {
        return isNavigation(request)
          ? redirectToError(request, reply, 'input_invalid')
          : sendRefusal(reply, refuse('input_invalid'))
      }
    })
    scope.addHook('preValidation', async (request) => {
      if (!isGet(request)) request.body ??= {}
    })
    for (const endpoint of identityEndpoints) addEndpoint(scope, endpoint, deps, limits)
  })
}

function addEndpoint(
  app: FastifyInstance,
  endpoint: IdentityEndpoint,
  { auth, config }: Deps,
  limits: ReturnType<typeof createRequestLimits>,
) {
  const { method, body } = endpoint
  app.route({
    method,
    url: BASE + endpoint.path,
    bodyLimit: BODY_LIMIT_BYTES,
    schema: { hide: true, ...(body && { body }) },
    async onRequest(request, reply) {
      const retryAfter = await limits.countByNetwork(request.ip, endpoint)
      if (retryAfter !== undefined) return refuseRateLimited(request, reply, retryAfter)
    },
    async handler(request, reply) {
      const path = pathOf(request)
      const counted = await limits.countByAccount({
        path,
        ipAddress: request.ip,
        body: (request.body ?? {}) as Record<string, unknown>,
        readSessionEmail: () => readSessionEmail(auth, authHeaders(request)),
      })
      if ('retryAfter' in counted) return refuseRateLimited(request, reply, counted.retryAfter)
      const facts: RequestFacts = {}
      const authRequest = toAuthRequest(request, ownOrigin(config, request) as string)
      const response = await withRequestFacts(facts, () => callAuth(auth, authRequest)).catch(
        async (error) => {
          request.securityEvent ??= createSecurityEvent(endpoint, {
            ...facts,
            status: 500,
            code: 'internal',
          })
          await counted.settle({ status: 500, code: undefined }).catch(() => {})
          throw error
        },
      )
      const { status, headers, body, code } = response
      await counted.settle(response)
      request.securityEvent ??= createSecurityEvent(endpoint, { ...facts, status, code })
      if (status >= 400 && isNavigation(request)) {
        const clientErrorCode = status < 500 ? code : undefined
        return redirectToError(request, reply, clientErrorCode || 'internal_server_error')
      }
      // Without a session, Better Auth deletes its cookie. Meanwhile another request may have set a new one.
      if (body === 'null') headers.delete('set-cookie')
      reply.code(status)
      for (const [name, value] of headers) reply.header(name, value)
      return reply.header('cache-control', 'no-store').send(body)
    },
    errorHandler(error, request, reply) {
      if (!isNavigation(request)) throw error
      request.log.error({ err: error }, 'request failed')
      return redirectToError(request, reply, 'internal_server_error')
    },
  })
}

/** Returns the route's path below /api/auth with the value of its parameter, such as `/reset-password/x7k2`. */
function pathOf({ routeOptions, params }: FastifyRequest): string {
  const pattern = (routeOptions.url as string).slice(BASE.length)
  return pattern.replace(/:(\w+)/, (_, name) =>
    encodeURIComponent((params as Record<string, string>)[name] as string),
  )
}

/** True for GET and HEAD. Better Auth does not support HEAD, so HEAD is handled as GET without a response body. */
const isGet = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** True if a query parameter is repeated, or if path or query contain a zero byte, which PostgreSQL cannot store. */
function isInvalidUrl({ url, query }: FastifyRequest): boolean {
  return url.includes('%00') || Object.values(query as object).some(Array.isArray)
}

/** True if the browser shows the response as a page: for a popup, a provider's redirect, or a password reset link. */
function isNavigation({ routeOptions }: FastifyRequest): boolean {
  return /^\/api\/auth\/(callback|oauth-popup|reset-password)\//.test(routeOptions.url as string)
}

function redirectToError(request: FastifyRequest, reply: FastifyReply, code: string) {
  const isInPopup =
    request.routeOptions.url === POPUP_START ||
    request.headers.cookie?.includes(`${POPUP_MARKER_COOKIE}=`)
  return reply.redirect(`${isInPopup ? POPUP_CALLBACK : pages.login}?error=${code}`)
}

function refuseRateLimited(
  request: FastifyRequest,
  reply: FastifyReply,
  retryAfterSeconds: number,
) {
  reply.header('retry-after', String(retryAfterSeconds))
  if (isNavigation(request)) {
    const code = 'too_many_requests'
    request.securityEvent = { event: 'limit_reached', outcome: 'refused', code }
    return redirectToError(request, reply, code)
  }
  return sendRefusal(reply, refuse('too_many_requests'))
}

/**
 * Reads the email of the session with Better Auth, as the endpoint does. The rate limit then counts the user whose
 * session the endpoint uses, even if a request has several session cookies.
 */
async function readSessionEmail(auth: Auth, headers: Headers): Promise<string | undefined> {
  const session = await auth.api.getSession({ headers, query: { disableRefresh: true } })
  return session?.user.email
}

/** Creates the request for Better Auth from the validated path and body. */
function toAuthRequest(request: FastifyRequest, origin: string): Request {
  const url = new URL(BASE + pathOf(request), origin)
  url.search = new URLSearchParams(request.query as Record<string, string>).toString()
  return new Request(url, {
    headers: authHeaders(request),
    ...(isGet(request)
      ? { method: 'GET' }
      : { method: request.method, body: JSON.stringify(request.body) }),
  })
}

/**
 * Sends a request to Better Auth. Returns the response with the error code of its problem or redirect. Turns the 500
 * for an unverifiable passkey into 400. Throws for every other 500.
 */
async function callAuth(auth: Auth, request: Request) {
  const response = await auth.handler(request)
  const { status, headers } = response
  const body = await response.text()
  if (status < 400) return { status, headers, body, code: redirectErrorOf(headers.get('location')) }
  const problem = toAuthProblem(status, body)
  if (problem.code === UNVERIFIABLE_PASSKEY) problem.status = 400
  if (problem.status === 500) throw new Error(`Better Auth failed: ${problem.code}`)
  headers.set('content-type', 'application/problem+json')
  return { ...problem, headers, body: JSON.stringify(problem) }
}

/** Copies the headers for Better Auth. Sets the client's IP address, which a client must not choose. */
export function authHeaders(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  headers.delete('content-length')
  headers.set(IP_ADDRESS_HEADER, request.ip)
  return headers
}
