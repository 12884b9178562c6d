import diagnostics from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import pg from 'pg'

interface FetchRequest {
  origin: string
  method: string
}

/**
 * Creates a span for each outgoing call within a trace, except calls to the trace collector. Omits the path, which may
 * contain secrets. Returns a function that stops this.
 */
export function traceCalls(tracer: Tracer, collectorHost: string): () => void {
  const spans = new WeakMap<object, Span>()

  function begin(call: object, method: string, host: string) {
    if (host === collectorHost || !trace.getActiveSpan()?.isRecording()) return
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

const MAX_TEXT_LENGTH = 2_000

type Query = (...args: unknown[]) => unknown

/** Creates a span for each SQL statement within a trace, without its values. Returns a function that stops this. */
export function traceStatements(tracer: Tracer): () => void {
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } }
  const untraced = prototype.query

  prototype.query = function traced(this: pg.Client, ...args: unknown[]) {
    const text = textOf(args[0])
    if (text === undefined || !trace.getActiveSpan()?.isRecording()) {
      return untraced.apply(this, args)
    }
    const span = tracer.startSpan(statementName(text), {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': sanitizeStatement(text) },
    })
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const onResult = (error: unknown, ...rest: unknown[]) => {
        endSpan(span, error)
        callback(error, ...rest)
      }
      return untraced.apply(this, [...args.slice(0, -1), onResult])
    }
    const result = untraced.apply(this, args)
    if (result instanceof Promise) {
      result.then(
        () => endSpan(span),
        (error) => endSpan(span, error),
      )
    } else span.end()
    return result
  }
  return () => {
    prototype.query = untraced
  }
}

/** Returns the text of a statement. Undefined for streams and cursors, which have no single result. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const { text, submit } = (query ?? {}) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && !submit ? text : undefined
}

/** Returns the first keyword, such as `select`. */
const statementName = (text: string) =>
  /^(?:\s|\/\*.*?\*\/)*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'

/** Shortens a statement and replaces its string literals with "?", because they may contain personal data. */
const sanitizeStatement = (text: string) =>
  text.slice(0, MAX_TEXT_LENGTH).replace(/'(?:[^']|'')*'?/g, '?')

function endSpan(span: Span, error?: unknown): void {
  if (error) {
    const { code } = error as { code?: unknown }
    span.setStatus({ code: SpanStatusCode.ERROR, message: String(code ?? 'failed') })
  }
  span.end()
}
