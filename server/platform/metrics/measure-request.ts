import { type HearEnd, routeOf } from '../http/request-end.ts'
import { requestSeconds } from './metrics.ts'

/** Measures a request, also one that a kept answer has served. */
export const measureRequest: HearEnd = (request, reply, gone) => {
  const status = gone ? 'gone' : (CLASSES[Math.floor(reply.statusCode / 100)] ?? 'none')
  const { method } = request
  requestSeconds.observe({ method, route: routeOf(request), status }, reply.elapsedTime / 1000)
}

const CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx']
