import diagnostics from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'

interface Fetched {
  origin: string
  method: string
}

/**
 * Makes a span of each call outward, by node:http or by fetch, that is made on the way of something traced:
 * its method and host; paths may hold what is secret. Those to the collector itself are left out. Answers
 * what ends that.
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

  const heard: Record<string, (message: never) => void> = {
    'http.client.request.start': ({ request }: { request: ClientRequest }) =>
      begin(request, request.method, String(request.getHeader('host') ?? request.host)),
    'http.client.response.finish': (message: {
      request: ClientRequest
      response: IncomingMessage
    }) => end(message.request, message.response.statusCode),
    'http.client.request.error': ({ request }: { request: ClientRequest }) => end(request),
    'undici:request:create': ({ request }: { request: Fetched }) =>
      begin(request, request.method, new URL(request.origin).host),
    'undici:request:headers': (message: { request: Fetched; response: { statusCode: number } }) =>
      end(message.request, message.response.statusCode),
    'undici:request:error': ({ request }: { request: Fetched }) => end(request),
  }
  const entries = Object.entries(heard) as unknown as [string, diagnostics.ChannelListener][]
  for (const [name, hear] of entries) diagnostics.subscribe(name, hear)
  return () => {
    for (const [name, hear] of entries) diagnostics.unsubscribe(name, hear)
  }
}
