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
import { isExternalRequest, type RequestEndListener, routeOf } from '../http/request-end.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace id of this request, if tracing is on. */
    traceId?: string
  }
}

export type IsProxy = (address: string | undefined) => boolean

const contexts = new WeakMap<object, Context>()

/**
 * Creates a span for each external request. Continues the trace of a trusted proxy's `traceparent`. Call it before
 * adding other hooks.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer, isProxy: IsProxy): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isExternalRequest(request)) return done()
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
    const requestContext = trace.setSpan(parent, span)
    contexts.set(request, requestContext)
    request.traceId = span.spanContext().traceId
    context.with(requestContext, done)
  })
  // The body arrives in events of the connection, which do not have the context of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    context.with(contexts.get(request) ?? context.active(), done)
  })
}

export const endSpan: RequestEndListener = (request, reply, isAborted) => {
  const requestContext = contexts.get(request)
  const span = requestContext && trace.getSpan(requestContext)
  if (!span) return
  if (!isAborted) span.setAttribute('http.response.status_code', reply.statusCode)
  if (isAborted || reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Returns the context of the parent span, if valid: https://www.w3.org/TR/trace-context/#traceparent-header */
function parentOf({ headers: { traceparent } }: FastifyRequest): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(String(traceparent)) ?? []
  if (!isValidTraceId(traceId) || !isValidSpanId(spanId)) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
