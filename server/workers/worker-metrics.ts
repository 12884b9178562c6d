import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import { registerCounter, registerGauge, registry } from '../platform/metrics/metrics.ts'

/** The message with which the supervisor requests the metrics of a worker. */
const REPORT_METRICS = 'report metrics'

const TIMEOUT_MS = 1_000

/** The metrics of a process, in a form that can be sent to another process. */
type MetricValues = MetricObjectWithValues<MetricValue<string>>[]

/**
 * Returns a function that aggregates the metrics of the supervisor and all workers, as text for Prometheus. The sums
 * include the counters of exited workers, because Prometheus would treat a lower sum as a reset. Concurrent calls share
 * one read.
 */
export function createWorkerMetricsReader(): () => Promise<string> {
  const lastMetrics = new Map<number, MetricValues>()
  const pendingRequests = new Map<number, () => void>()
  let metricsOfExited: Promise<MetricValues> = Promise.resolve([])
  let exits = 0

  cluster.on('message', (worker, message: { metrics?: MetricValues }) => {
    // A message may arrive after the exit of its worker.
    if (!message.metrics || worker.isDead()) return
    lastMetrics.set(worker.id, message.metrics)
    pendingRequests.get(worker.id)?.()
  })
  cluster.on('exit', ({ id, exitedAfterDisconnect }) => {
    if (!exitedAfterDisconnect) exits += 1
    const metrics = keepCumulative(lastMetrics.get(id) ?? [])
    lastMetrics.delete(id)
    pendingRequests.get(id)?.()
    metricsOfExited = metricsOfExited.then((before) =>
      aggregateMetrics([before, metrics]).getMetricsAsJSON(),
    )
  })
  registerGauge('freehub_workers', 'Running worker processes.', (report) =>
    report(workers().length),
  )
  registerCounter(
    'freehub_worker_exits_total',
    'Workers that exited and were replaced.',
    (report) => report(exits),
  )

  async function requestMetrics(worker: Worker): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    pendingRequests.set(worker.id, resolve)
    worker.send(REPORT_METRICS, (error) => error && resolve())
    await Promise.race([promise, delay(TIMEOUT_MS, undefined, { ref: false })])
    pendingRequests.delete(worker.id)
  }

  async function readAll(): Promise<string> {
    await Promise.all(workers().map(requestMetrics))
    const all = [await metricsOfExited, ...lastMetrics.values(), await readMetrics()]
    return aggregateMetrics(all).metrics()
  }

  let pendingRead: Promise<string> | undefined
  return () => {
    pendingRead ??= readAll().finally(() => {
      pendingRead = undefined
    })
    return pendingRead
  }
}

const workers = () =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[]

/** Sends the metrics of this worker when the supervisor requests them. */
export function reportMetricsOnRequest(): void {
  process.on('message', (message) => {
    if (message !== REPORT_METRICS) return
    readMetrics().then((metrics) => process.send?.({ metrics }))
  })
}

const readMetrics = (): Promise<MetricValues> => registry.getMetricsAsJSON()

/** Aggregates the metrics of several processes, as a sum or as the metric defines. */
const aggregateMetrics = (metrics: MetricValues[]) => AggregatorRegistry.aggregate(metrics)

/** Returns only counters and histograms, which never decrease. */
const keepCumulative = (metrics: MetricValues): MetricValues =>
  metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
