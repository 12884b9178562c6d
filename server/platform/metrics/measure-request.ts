import { type RequestEndListener, routeOf } from '../http/request-end.ts'
import { requestSeconds } from './metrics.ts'

/** Measures a request, including those served from a cache. */
export const measureRequest: RequestEndListener = (request, reply, isAborted) => {
  const status = isAborted
    ? 'aborted'
    : (STATUS_CLASSES[Math.floor(reply.statusCode / 100)] ?? 'none')
  const { method } = request
  requestSeconds.observe({ method, route: routeOf(request), status }, reply.elapsedTime / 1000)
}

const STATUS_CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx']
