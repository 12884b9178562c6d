import diagnostics from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'

interface FetchRequest {
  origin: string
  method: string
}

/**
 * Creates a span for each outgoing call within a trace, by node:http or fetch. It has the method and the host,
 * but no path, which may contain secrets. Calls to the collector are excluded. Returns a function that stops
 * this.
 */
export function traceCalls(tracer: Tracer, collector: string): () => void {
  const spans = new WeakMap<object, Span>()

  function begin(call: object, method: string, host: string) {
    if (host === collector || !trace.getActiveSpan()?.isRecording()) return
    const attributes = { 'http.request.method': method, 'server.address': host }
    spans.set(call, tracer.startSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes }))
  }
  function end(call: object, status?: number) {
    const span = spans.get(call)
    if (status) span?.setAttribute('http.response.status_code', status)
    if (!status || status >= 400) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    spans.delete(call)
  }

  const listeners: Record<string, (message: never) => void> = {
    'http.client.request.start': ({ request }: { request: ClientRequest }) =>
      begin(request, request.method, String(request.getHeader('host') ?? request.host)),
    'http.client.response.finish': (message: {
      request: ClientRequest
      response: IncomingMessage
    }) => end(message.request, message.response.statusCode),
    'http.client.request.error': ({ request }: { request: ClientRequest }) => end(request),
    'undici:request:create': ({ request }: { request: FetchRequest }) =>
      begin(request, request.method, new URL(request.origin).host),
    'undici:request:headers': (message: {
      request: FetchRequest
      response: { statusCode: number }
    }) => end(message.request, message.response.statusCode),
    'undici:request:error': ({ request }: { request: FetchRequest }) => end(request),
  }
  const entries = Object.entries(listeners) as unknown as [string, diagnostics.ChannelListener][]
  for (const [name, listener] of entries) diagnostics.subscribe(name, listener)
  return () => {
    for (const [name, listener] of entries) diagnostics.unsubscribe(name, listener)
  }
}
