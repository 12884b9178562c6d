import {
  isRefusal,
  type Problem,
  type Refusal,
  type RefusalCode,
  refusals,
  refuse,
} from '@freehub/contract/refusals'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'
import { seldom } from '../logging/seldom.ts'
import { refusalsMet } from '../metrics/metrics.ts'
import { REQUEST_ID } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'

export const NO_SUCH_FIELD = 'There is no such field.'

/** A refusal as RFC 9457 problem details. */
export function problemOf({ refused, detail, errors }: Refusal): Problem {
  return { type: 'about:blank', ...refusals[refused], code: refused, detail, errors }
}

/** Answers a refusal as its problem. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal) {
  const problem = problemOf(refusal)
  refusalsMet.inc({ code: problem.code })
  if (problem.status === 503) reply.header('retry-after', '5')
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

/**
 * Turns whatever is thrown into a problem: bad input by field, outages as 503, bugs as 500. Of bugs the log
 * has each, of an outage of the database one every few seconds, for it meets everybody.
 */
export function answerErrorsAsProblems(app: FastifyInstance) {
  const timesOut = seldom()
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) {
      const query = error.validationContext === 'querystring' ? request.query : {}
      const errors = fieldErrors(error.validation, query as Record<string, unknown>)
      return sendRefusal(reply, { refused: 'input_invalid', errors })
    }
    if (isRefusal(error)) return sendRefusal(reply, error)
    const code = codeOf(error)
    const times = code === 'database_unavailable' ? timesOut() : Number(code === 'internal')
    if (times > 0) request.log.error({ err: error, times }, 'request failed')
    return sendRefusal(reply, { refused: code, detail: detailOf(code, error) })
  })
}

/** For a server without pages: what no route answers is not there. */
export function answerUnknownAsMissing(app: FastifyInstance) {
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('route_missing')))
}

/**
 * For addresses that the router cannot read. They come past every hook, so that this sets the
 * headers which every answer carries.
 */
export function refuseBadAddress(config: Pick<Config, 'publicUrl'>) {
  const headers = securityHeaders(config)
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...headers, [REQUEST_ID]: request.id })
    sendRefusal(reply, refuse('input_invalid', { detail: 'The address is broken or too long.' }))
  }
}

/** Of each field the first mistake. `query` says what of the query string came more than once. */
function fieldErrors(issues: FastifyError['validation'] = [], query: Record<string, unknown>) {
  // No plain object: a field may be called __proto__ or constructor.
  const errors = new Map<string, string>()
  for (const { instancePath, keyword, params, message = 'This is not as it must be.' } of issues) {
    const field = instancePath.replace(/^\//, '').replaceAll('/', '.')
    if (keyword === 'unrecognized_keys') {
      for (const key of params.keys as string[]) tell(key, NO_SUCH_FIELD)
    } else tell(field || 'body', Array.isArray(query[field]) ? `Give ${field} once.` : message)
  }
  return Object.fromEntries(errors)

  function tell(name: string, sentence: string) {
    if (!errors.has(name)) errors.set(name, sentence)
  }
}

function codeOf(error: FastifyError & { code?: string }): RefusalCode {
  if (isDatabaseOutage(error)) return 'database_unavailable'
  switch (error.statusCode) {
    case 413:
      return 'body_too_large'
    case 415:
      return 'media_type_unsupported'
    case 429:
      return 'too_many_requests'
  }
  return error.statusCode && error.statusCode < 500 ? 'input_invalid' : 'internal'
}

/**
 * PostgreSQL going away, also in the middle of a transaction, shutting down, or too slow; one that
 * may only be read since another has taken its place; its machine out of reach; one transaction of
 * two that wait for each other; and the pool having nothing left to give.
 */
export function isDatabaseOutage(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    /^(08...|57P0[123]|57014|53...|40P01|55P03|25P03|25006)$/.test(code) ||
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
