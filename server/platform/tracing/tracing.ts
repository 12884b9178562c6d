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
import { type Rounds, tracedRounds, traceJobs } from './trace-jobs.ts'
import { endSpan, type IsProxy, traceRequests } from './trace-requests.ts'
import { traceStatements } from './trace-statements.ts'

/** So many spans are sent at a time, as the standard says. */
const BATCH = 512
const CLOSE_WITHIN_MS = 2_000
const COMPLAIN_EVERY_MS = 60_000

/**
 * Takes traces and sends them to the collector, by OpenTelemetry's own library and its variables: of each
 * request, and in it of each statement and call outward. A collector that is away costs only the traces.
 * Loaded where an endpoint is set, and only there.
 */
export function openTracing(
  endpoint: string,
  { waiting, exportMs, answerMs }: Config['limits']['traces'],
  log: FastifyBaseLogger,
) {
  complainTo(log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'freehub' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: chooseSampler(process.env),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: endpoint, timeoutMillis: answerMs }),
        // What comes on top is dropped.
        maxQueueSize: waiting,
        maxExportBatchSize: Math.min(BATCH, waiting),
        exportTimeoutMillis: exportMs,
      }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  const tracer = provider.getTracer('freehub')
  const endings = [traceStatements(tracer), traceCalls(tracer, new URL(endpoint).host)]

  return {
    traceRequests: (app: FastifyInstance, isProxy: IsProxy) => traceRequests(app, tracer, isProxy),
    traceJobs: (boss: PgBoss) => traceJobs(tracer, boss),
    tracedRounds: (jobs: Rounds) => tracedRounds(tracer, jobs),
    endSpan,
    /** Sends what waits, if that is soon done. */
    async close() {
      for (const end of endings) end()
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
      context.disable()
      diag.disable()
    },
  }
}

/** What each line of the log says, that is written on the way of something traced. */
export function tracedFields(): { traceId?: string } {
  const traceId = trace.getActiveSpan()?.spanContext().traceId
  return traceId ? { traceId } : {}
}

/** A collector that is away would be told of with every batch. */
function complainTo(log: FastifyBaseLogger): void {
  let quietUntil = 0
  const complain = (message: string) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + COMPLAIN_EVERY_MS
    log.warn({ from: 'traces' }, message)
  }
  const quiet = () => {}
  const logger = { error: complain, warn: complain, info: quiet, debug: quiet, verbose: quiet }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}
