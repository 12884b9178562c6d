import type { FastifyBaseLogger } from 'fastify'
import { type HearEnd, routeOf } from '../http/request-end.ts'
import { seldom } from './seldom.ts'

const SLOW_MS = 1_000

/** Nothing is changed by what only looks. */
const LOOKING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * One line for each request that changes something, fails or is slow; at debug for all others, too. Of who
 * asked it tells the id alone, of the address the route's pattern. Of those that are answered 503 it has a
 * line every few seconds, with their number: they come in floods, and have changed nothing.
 */
export function requestLogger(log: FastifyBaseLogger): HearEnd {
  const tellsAll = ['debug', 'trace'].includes(log.level)
  const timesUnserved = seldom()
  return (request, reply, gone) => {
    const { statusCode: status, elapsedTime } = reply
    const isUnserved = !gone && status === 503
    const times = isUnserved ? timesUnserved() : 1
    const isWrong = isUnserved ? times > 0 : elapsedTime > SLOW_MS || (!gone && status >= 500)
    const isQuiet = isUnserved || LOOKING.has(request.method)
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
    }
    if (isWrong) log.warn(line, 'request')
    else if (isQuiet) log.debug(line, 'request')
    else log.info(line, 'request')
  }
}
