import type { FastifyBaseLogger } from 'fastify'
import { type HearEnd, routeOf } from '../http/request-end.ts'
import { securityEventOf } from '../http/security-event.ts'
import { seldom } from './seldom.ts'

const SLOW_MS = 1_000

/** Nothing is changed by what only looks. */
const LOOKING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Writes one line for each request that changes something, is a security event, fails or is slow; at debug for
 * all others, too. Of the user it has the id alone, of the address the route's pattern. Of the requests answered
 * 503 it has a line every few seconds, with their number: they come in floods, and have changed nothing.
 */
export function requestLogger(log: FastifyBaseLogger): HearEnd {
  const tellsAll = ['debug', 'trace'].includes(log.level)
  const timesUnserved = seldom()
  return (request, reply, gone) => {
    const { statusCode: status, elapsedTime } = reply
    const isUnserved = !gone && status === 503
    const times = isUnserved ? timesUnserved() : 1
    const isWrong = isUnserved ? times > 0 : elapsedTime > SLOW_MS || (!gone && status >= 500)
    const security = gone ? undefined : securityEventOf(request, status)
    const isQuiet = isUnserved || (LOOKING.has(request.method) && !security)
    if (isQuiet && !isWrong && !tellsAll) return
    const line = {
      requestId: request.id,
      ...(request.traceId && { traceId: request.traceId }),
      method: request.method,
      route: routeOf(request),
      ...(gone ? { gone } : { status }),
      ...(isUnserved && times > 0 && { times }),
      ms: Math.round(elapsedTime),
      ...(request.asker && { userId: request.asker.id }),
      ...security,
    }
    if (isWrong) log.warn(line, 'request')
    else if (isQuiet) log.debug(line, 'request')
    else log.info(line, 'request')
  }
}
