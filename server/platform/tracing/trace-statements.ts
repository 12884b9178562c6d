import { type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import pg from 'pg'

const TEXT_MOST = 2_000

type Query = (...given: unknown[]) => unknown

/**
 * Makes a span of each statement that is said on the way of something traced, whichever pool it goes by:
 * its text without any value. Answers what ends that.
 */
export function traceStatements(tracer: Tracer): () => void {
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } }
  const untraced = prototype.query

  prototype.query = function traced(this: pg.Client, ...given: unknown[]) {
    const text = textOf(given[0])
    if (text === undefined || !trace.getActiveSpan()?.isRecording()) {
      return untraced.apply(this, given)
    }
    const span = tracer.startSpan(nameOf(text), {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': withoutValues(text) },
    })
    const last = given.at(-1)
    if (typeof last === 'function') {
      const heard = (error: unknown, ...rest: unknown[]) => {
        endOf(span, error)
        last(error, ...rest)
      }
      return untraced.apply(this, [...given.slice(0, -1), heard])
    }
    const result = untraced.apply(this, given)
    if (result instanceof Promise) {
      result.then(
        () => endOf(span),
        (error) => endOf(span, error),
      )
    } else span.end()
    return result
  }
  return () => {
    prototype.query = untraced
  }
}

/** Streams and cursors have a life of their own, and are none of a statement's. */
function textOf(said: unknown): string | undefined {
  if (typeof said === 'string') return said
  const { text, submit } = (said ?? {}) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && !submit ? text : undefined
}

/** What it does, as `select`. */
const nameOf = (text: string) =>
  /^(?:\s|\/\*.*?\*\/)*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'

/** Values are parameters; here and there one is written out. */
const withoutValues = (text: string) => text.slice(0, TEXT_MOST).replace(/'(?:[^']|'')*'?/g, '?')

function endOf(span: Span, error?: unknown): void {
  if (error) {
    const { code } = error as { code?: unknown }
    span.setStatus({ code: SpanStatusCode.ERROR, message: String(code ?? 'failed') })
  }
  span.end()
}
