import {
  type Context,
  context,
  isValidSpanId,
  isValidTraceId,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type HearEnd, isFromOutside, routeOf } from '../http/request-end.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where traces are taken: the trace that this request is part of. */
    traceId?: string
  }
}

export type IsProxy = (address: string | undefined) => boolean

const underWay = new WeakMap<FastifyRequest, Context>()

/**
 * Makes a span of each request from outside, part of the trace that a trusted proxy names in `traceparent`.
 * Nothing is in it of the address but the route's pattern. To be called before all other hooks.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer, isProxy: IsProxy): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isFromOutside(request)) return done()
    const { method } = request
    const parent = isProxy(request.raw.socket.remoteAddress) ? parentOf(request) : ROOT_CONTEXT
    const span = tracer.startSpan(
      `${method} ${routeOf(request)}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          'http.route': routeOf(request),
          'freehub.request_id': request.id,
        },
      },
      parent,
    )
    const own = trace.setSpan(parent, span)
    underWay.set(request, own)
    request.traceId = span.spanContext().traceId
    context.with(own, done)
  })
  // A body comes by events of its connection, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    context.with(underWay.get(request) ?? context.active(), done)
  })
}

/** Ends a request's span. */
export const endSpan: HearEnd = (request, reply, gone) => {
  const own = underWay.get(request)
  const span = own && trace.getSpan(own)
  if (!span) return
  if (!gone) span.setAttribute('http.response.status_code', reply.statusCode)
  if (gone || reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
function parentOf({ headers: { traceparent } }: FastifyRequest): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(String(traceparent)) ?? []
  if (!isValidTraceId(traceId) || !isValidSpanId(spanId)) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
