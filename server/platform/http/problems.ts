import type { Problem } from '@freehub/contract/problem-schema'
import {
  describeRefusal,
  isRefusal,
  type Refusal,
  type RefusalCode,
  refuse,
} from '@freehub/contract/refusals'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Config } from '../../config.ts'
import { createThrottle } from '../logging/throttle.ts'
import { refusalCount } from '../metrics/metrics.ts'
import { REQUEST_ID } from './request-id.ts'
import { eventOfProblem } from './security-event.ts'
import { securityHeaders } from './security-headers.ts'

const NO_SUCH_FIELD = 'There is no such field.'
const FIELD_ERRORS_MAXIMUM = 20
const FIELD_NAME_LENGTH = 100

/** Converts a refusal to RFC 9457 problem details. */
export function problemOf({ refused, detail, errors, lines }: Refusal): Problem {
  return { type: 'about:blank', ...describeRefusal(refused), code: refused, detail, errors, lines }
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal) {
  const problem = problemOf(refusal)
  refusalCount.inc({ code: problem.code })
  reply.request.securityEvent ??= eventOfProblem(problem, reply.request)
  if (refusal.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds))
  else if (problem.status === 503) reply.header('retry-after', '5')
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(
      JSON.stringify(
        problem.code === 'internal' ? { ...problem, requestId: reply.request.id } : problem,
      ),
    )
}

/** Sends every thrown error as a problem. Logs bugs, and database outages every few seconds. */
export function sendErrorsAsProblems(app: FastifyInstance) {
  const countOutages = createThrottle()
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) {
      const query = error.validationContext === 'querystring' ? request.query : {}
      const errors = fieldErrors(error.validation, query as Record<string, unknown>)
      return sendRefusal(reply, { refused: 'input_invalid', errors })
    }
    if (isRefusal(error)) return sendRefusal(reply, error)
    const code = refusalCodeOf(error, request)
    const count = code === 'database_unavailable' ? countOutages() : Number(code === 'internal')
    if (count > 0) request.log.error({ err: error, count }, 'request failed')
    return sendRefusal(reply, { refused: code, detail: detailOf(code, error) })
  })
}

/** Sends 404 to requests without a route before their body is read. Lets GET and HEAD pass. */
export function refuseUnknownRoutesEarly(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    const { is404, method } = request
    if (is404 && method !== 'GET' && method !== 'HEAD') sendRefusal(reply, refuse('route_missing'))
    else done()
  })
}

/** Sends 404 for unknown routes, on a server without pages. */
export function refuseUnknownRoutes(app: FastifyInstance) {
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('route_missing')))
}

/** Returns the handler for URLs that the router cannot parse. No hook runs for them, so it sets all headers. */
export function createBadUrlHandler(config: Pick<Config, 'publicUrl' | 'stripe'>) {
  const headers = securityHeaders(config)
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...headers, [REQUEST_ID]: request.id })
    sendRefusal(reply, refuse('input_invalid', { detail: 'The URL is malformed or too long.' }))
  }
}

/**
 * Returns the first error of each field, of at most 20 fields. An array in `query` is a repeated parameter, which gets
 * its own message.
 */
function fieldErrors(issues: FastifyError['validation'] = [], query: Record<string, unknown>) {
  return errorsByField(
    issues.flatMap(({ instancePath, keyword, params, message = 'This value is not valid.' }) => {
      if (keyword === 'unrecognized_keys') return listUnknownFieldErrors(params.keys as string[])
      const field = instancePath.replace(/^\//, '').replaceAll('/', '.')
      return [[field || 'body', Array.isArray(query[field]) ? `Give ${field} once.` : message]]
    }),
  )
}

/** Returns an error for each of the first 20 fields. */
export function unknownFieldErrors(fields: string[]): Record<string, string> {
  return errorsByField(listUnknownFieldErrors(fields))
}

const listUnknownFieldErrors = (fields: string[]) =>
  fields.slice(0, FIELD_ERRORS_MAXIMUM).map((field): [string, string] => [field, NO_SUCH_FIELD])

function errorsByField(errors: string[][]): Record<string, string> {
  // A Map, because a field may be called __proto__ or constructor.
  const firstErrors = new Map<string, string>()
  for (const [field = '', message = ''] of errors) {
    if (firstErrors.size === FIELD_ERRORS_MAXIMUM) break
    const name = field.slice(0, FIELD_NAME_LENGTH)
    if (!firstErrors.has(name)) firstErrors.set(name, message)
  }
  return Object.fromEntries(firstErrors)
}

/** Returns the refusal code for a thrown error: by its 4xx status, otherwise by the kind of failure. */
function refusalCodeOf(
  error: FastifyError & { code?: string },
  request: FastifyRequest,
): RefusalCode {
  const { statusCode = 500 } = error
  const { largeBody } = request.routeOptions.config.call ?? {}
  if (statusCode === 413 && largeBody) return largeBody.tooLargeCode
  // Fastify sets a 4xx status for client errors, such as a connection reset in the middle of a body.
  if (statusCode < 500) return clientErrorCodes[statusCode] ?? 'input_invalid'
  return isDatabaseOutage(error) ? 'database_unavailable' : 'internal'
}

const clientErrorCodes: Record<number, RefusalCode> = {
  413: 'body_too_large',
  415: 'media_type_unsupported',
  429: 'too_many_requests',
}

/** True if the database is unreachable, slow or read-only, has deadlocks or lock timeouts, or no free connection. */
export function isDatabaseOutage(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    /^(08...|57P0[123]|57014|53...|40P01|40001|55P03|25P03|25006)$/.test(code) ||
    /^(ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)UNREACH|ETIMEDOUT|EPIPE|ENOENT)$/.test(code) ||
    /^(ENOTFOUND|EAI_AGAIN)$/.test(code) ||
    /Connection terminated|is not queryable|read timeout|exceeded when trying to connect|connection timeout/i.test(
      message,
    )
  )
}

function detailOf(code: RefusalCode, error: FastifyError): string | undefined {
  return code === 'input_invalid' ? error.message : undefined
}
