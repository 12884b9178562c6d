import { context, DiagLogLevel, diag, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Config } from '../../config.ts'
import { chooseSampler } from './choose-sampler.ts'
import { traceCalls } from './trace-calls.ts'
import { type ScheduledJobs, traceQueueJobs, traceScheduledJobs } from './trace-jobs.ts'
import { endSpan, type IsProxy, traceRequests } from './trace-requests.ts'
import { traceStatements } from './trace-statements.ts'

/** Default batch size of the standard. */
const BATCH_SIZE = 512
const CLOSE_TIMEOUT_MS = 2_000
const WARN_EVERY_MS = 60_000

/**
 * Records traces with OpenTelemetry's library and settings: of each request, and in it of each SQL statement and
 * outgoing call. While the collector is unavailable, only traces are lost. This module is loaded only if an
 * endpoint is set.
 */
export function openTracing(
  endpoint: string,
  { waiting, exportMs, requestTimeoutMs }: Config['limits']['traces'],
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
        // Further spans are dropped.
        maxQueueSize: waiting,
        maxExportBatchSize: Math.min(BATCH_SIZE, waiting),
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
    /** Sends the remaining spans, for at most two seconds. */
    async close() {
      for (const stop of stopTracing) stop()
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
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

/** Logs export errors, throttled: an unavailable collector causes one with every batch. */
function reportExportErrors(log: FastifyBaseLogger): void {
  let quietUntil = 0
  const warn = (message: string) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + WARN_EVERY_MS
    log.warn({ from: 'traces' }, message)
  }
  const quiet = () => {}
  const logger = { error: warn, warn, info: quiet, debug: quiet, verbose: quiet }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}
