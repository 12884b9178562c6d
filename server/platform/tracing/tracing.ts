import {
  context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Config } from '../../config.ts'
import { traceCalls, traceStatements } from './trace-dependencies.ts'
import { endSpan, type IsProxy, traceRequests } from './trace-requests.ts'

/** The default batch size of the OpenTelemetry standard. */
const BATCH_SIZE = 512
const CLOSE_TIMEOUT_MS = 2_000
const WARN_EVERY_MS = 60_000

/** Records traces of requests, jobs, statements and calls. The server imports this module only if tracing is on. */
export function openTracing(
  endpoint: string,
  { maxQueuedSpans, exportMs, requestTimeoutMs }: Config['limits']['traces'],
  log: FastifyBaseLogger,
) {
  reportExportErrors(log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'freehub' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: chooseSampler(process.env),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: endpoint, timeoutMillis: requestTimeoutMs }),
        // Spans above this number are dropped.
        maxQueueSize: maxQueuedSpans,
        maxExportBatchSize: Math.min(BATCH_SIZE, maxQueuedSpans),
        exportTimeoutMillis: exportMs,
      }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  const tracer = provider.getTracer('freehub')
  const stopTracing = [traceStatements(tracer), traceCalls(tracer, new URL(endpoint).host)]

  return {
    traceRequests: (app: FastifyInstance, isProxy: IsProxy) => traceRequests(app, tracer, isProxy),
    traceQueueJobs: (boss: PgBoss) => traceQueueJobs(tracer, boss),
    traceScheduledJobs: (jobs: ScheduledJobs) => traceScheduledJobs(tracer, jobs),
    endSpan,
    /** Sends the remaining spans. Waits at most two seconds. */
    async close() {
      for (const stop of stopTracing) stop()
      const timeout = new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())
      await Promise.race([provider.shutdown().catch(() => {}), timeout])
      context.disable()
      diag.disable()
    },
  }
}

/** Returns the additional fields of log lines within a trace. */
export function traceLogFields(): { traceId?: string } {
  const traceId = trace.getActiveSpan()?.spanContext().traceId
  return traceId ? { traceId } : {}
}

/** Logs export errors. Throttles them, because an unavailable collector causes an error with every batch. */
function reportExportErrors(log: FastifyBaseLogger): void {
  let quietUntil = 0
  const warn = (message: string) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + WARN_EVERY_MS
    log.warn({ from: 'traces' }, message)
  }
  const ignore = () => {}
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}

const PARENT_PREFIX = 'parentbased_'

/**
 * Creates the sampler that the standard variables OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG name. By default, and
 * for unknown `parentbased_` names, follows the proxy's decision and samples all other traces. Other unknown names sample
 * all traces.
 */
export function chooseSampler(variables: NodeJS.ProcessEnv): Sampler {
  // The standard treats an empty variable like a missing one.
  const name = variables.OTEL_TRACES_SAMPLER || 'parentbased_always_on'
  const argument = variables.OTEL_TRACES_SAMPLER_ARG || '1'
  if (!name.startsWith(PARENT_PREFIX)) return samplerByName(name, argument)
  return new ParentBasedSampler({ root: samplerByName(name.slice(PARENT_PREFIX.length), argument) })
}

function samplerByName(name: string, argument: string): Sampler {
  switch (name) {
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(Number(argument))
    default:
      return new AlwaysOnSampler()
  }
}

/** Runs work in its own trace with this name. */
async function inSpan<T>(tracer: Tracer, name: string, work: () => Promise<T>): Promise<T> {
  const span = tracer.startSpan(name, {}, ROOT_CONTEXT)
  try {
    return await context.with(trace.setSpan(ROOT_CONTEXT, span), work)
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

type ScheduledJobs = Record<string, () => Promise<unknown>>

/** Creates a trace for each run of each scheduled job. */
function traceScheduledJobs(tracer: Tracer, jobs: ScheduledJobs): ScheduledJobs {
  const traced = Object.entries(jobs).map(([name, job]) => [
    name,
    () => inSpan(tracer, `scheduled job ${name}`, job),
  ])
  return Object.fromEntries(traced)
}

/** Creates a trace for each batch of jobs from a queue. Call it before the first `boss.work`. */
function traceQueueJobs(tracer: Tracer, boss: Pick<PgBoss, 'work'>): void {
  const work = boss.work.bind(boss) as (...args: unknown[]) => Promise<string>
  boss.work = ((queue: string, ...args: unknown[]) => {
    const handler = args.pop() as (jobs: unknown[]) => Promise<unknown>
    return work(queue, ...args, (jobs: unknown[]) =>
      inSpan(tracer, `job ${queue}`, () => handler(jobs)),
    )
  }) as typeof boss.work
}
