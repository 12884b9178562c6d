import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import {
  type EndedRequest,
  isExternalRequest,
  type RequestEndListener,
  routeOf,
} from '../http/request-end.ts'
import { securityEventOf } from '../http/security-event.ts'
import { requestSeconds } from '../metrics/metrics.ts'
import { createThrottle } from './throttle.ts'

const SLOW_MS = 1_000

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Logs each request that writes, is a security event, has a 5xx status or is slow. At debug level, logs all requests.
 * Many 503 responses can occur together. At most one line every five seconds counts those since the previous line.
 */
export function createRequestLogger(log: FastifyBaseLogger): RequestEndListener {
  const isVerbose = ['debug', 'trace'].includes(log.level)
  const count503 = createThrottle()
  return (request, reply, isAborted) => {
    const { statusCode: status, elapsedTime } = reply
    const is503 = !isAborted && status === 503
    // 0: a later line reports this response together with others.
    const count = is503 ? count503() : 1
    const isWarning = is503 ? count > 0 : elapsedTime > SLOW_MS || (!isAborted && status >= 500)
    const security = isAborted ? undefined : securityEventOf(request, status)
    const isDebugOnly = is503 || (SAFE_METHODS.has(request.method) && !security)
    if (isDebugOnly && !isWarning && !isVerbose) return
    const line = {
      ...identify(request),
      ...(isAborted ? { aborted: true } : { status }),
      ...(is503 && count > 0 && { count }),
      ms: Math.round(elapsedTime),
      ...security,
    }
    if (isWarning) log.warn(line, 'request')
    else if (isDebugOnly) log.debug(line, 'request')
    else log.info(line, 'request')
  }
}

const identify = (request: EndedRequest) => ({
  requestId: request.id,
  ...(request.traceId && { traceId: request.traceId }),
  method: request.method,
  route: routeOf(request),
  ...(request.userId && { userId: request.userId }),
})

/**
 * Logs the security event of a request whose client has disconnected before the handler ended. `createRequestLogger`
 * has already logged the request when the client disconnected, without the event.
 */
export function logEventsOfAbortedRequests(app: FastifyInstance, log: FastifyBaseLogger): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.raw.destroyed && isExternalRequest(request)) {
      const security = securityEventOf(request, reply.statusCode)
      if (security) log.info({ ...identify(request), aborted: true, ...security }, 'request')
    }
    done(null, payload)
  })
}

/** Measures a request, even if a cache has served it. */
export const measureRequest: RequestEndListener = (request, reply, isAborted) => {
  const status = isAborted
    ? 'aborted'
    : (STATUS_CLASSES[Math.floor(reply.statusCode / 100)] ?? 'none')
  const { method } = request
  requestSeconds.observe({ method, route: routeOf(request), status }, reply.elapsedTime / 1000)
}

const STATUS_CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx']
