import type { FastifyBaseLogger } from 'fastify'
import { type HearEnd, routeOf } from '../http/request-end.ts'

const SLOW_MS = 1_000

/** Nothing is changed by what only looks. */
const LOOKING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * One line for each request that changes something, fails or is slow; at debug for all others, too. Of who
 * asked it tells the id alone, of the address the route's pattern.
 */
export function requestLogger(log: FastifyBaseLogger): HearEnd {
  const tellsAll = ['debug', 'trace'].includes(log.level)
  return (request, reply, gone) => {
    const { statusCode: status, elapsedTime } = reply
    const isWrong = elapsedTime > SLOW_MS || (!gone && status >= 500)
    const isLooking = LOOKING.has(request.method)
    if (isLooking && !isWrong && !tellsAll) return
    const line = {
      requestId: request.id,
      ...(request.traceId && { traceId: request.traceId }),
      method: request.method,
      route: routeOf(request),
      ...(gone ? { gone } : { status }),
      ms: Math.round(elapsedTime),
      ...(request.asker && { userId: request.asker.id }),
    }
    if (isWrong) log.warn(line, 'request')
    else if (isLooking) log.debug(line, 'request')
    else log.info(line, 'request')
  }
}
