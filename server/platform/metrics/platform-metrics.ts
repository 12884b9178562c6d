import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { collectDefaultMetrics } from 'prom-client'
import manifest from '../../package.json' with { type: 'json' }
import type { Db } from '../database/connections/connect.ts'
import type { Platform } from '../open-platform.ts'
import { registerCounter, registerGauge, registry } from './metrics.ts'

type Report = (value: number, labels: Record<string, string>) => void

/** Registers the metrics of the process, the database, the jobs, the load, the caches and the version. */
export function registerPlatformMetrics({
  db,
  pool,
  database,
  reads,
  load,
  caches,
}: Platform): void {
  registerProcessMetrics()

  registerGauge(
    'freehub_database_connections',
    'Connections of the pool, in use or idle.',
    (report) => reportPool(pool, report),
    { labelNames: ['state'] },
  )
  registerGauge(
    'freehub_replica_connections',
    'Connections of the replica pool, in use or idle. Absent without a replica.',
    (report) => reportPool(reads.pool(), report),
    { labelNames: ['state'] },
  )
  registerGauge(
    'freehub_database_connections_max',
    'Maximum size of the connection pool.',
    (report) => report(pool.options.max),
  )
  registerGauge(
    'freehub_database_waiting',
    'Requests that wait for a connection of the pool.',
    (report) => report(pool.waitingCount),
  )
  registerGauge(
    'freehub_database_unavailable',
    '1 while the database is unavailable.',
    (report) => report(database.isUnavailable() ? 1 : 0),
    { aggregator: 'max' },
  )
  registerCounter(
    'freehub_catalog_reads_total',
    'Catalog reads from the replica, or from the primary because the replica was behind, busy or unavailable, or its position unknown.',
    (report) => reportEach(reads.counts, 'replica', report),
    { labelNames: ['replica'] },
  )
  const readPendingJobs = createPendingJobsReader(db)
  registerGauge(
    'freehub_jobs',
    'Unfinished and failed jobs in the database. All processes report the same value.',
    async (report) => {
      for (const { queue, state, count } of await readPendingJobs()) report(count, { queue, state })
    },
    { labelNames: ['queue', 'state'], aggregator: 'max' },
  )
  registerGauge(
    'freehub_oldest_job_age_seconds',
    'Age of the oldest job. All processes report the same value.',
    async (report) => {
      for (const { queue, state, oldestSeconds } of await readPendingJobs()) {
        report(oldestSeconds, { queue, state })
      }
    },
    { labelNames: ['queue', 'state'], aggregator: 'max' },
  )
  registerGauge('freehub_requests_in_progress', 'Requests in progress.', (report) =>
    report(load.inProgress()),
  )
  registerGauge(
    'freehub_event_loop_lag_seconds',
    'Mean delay of the event loop, which triggers load shedding. Maximum of all processes.',
    (report) => report(load.eventLoopLagMs() / 1000),
    { aggregator: 'max' },
  )
  registerCounter(
    'freehub_shed_requests_total',
    'Requests refused because of overload, by reason.',
    (report) => reportEach(load.shedCounts, 'reason', report),
    { labelNames: ['reason'] },
  )
  registerCounter(
    'freehub_cached_responses_total',
    'Public responses by cache: hit, built, or stale.',
    (report) => {
      for (const [cache, { counts }] of Object.entries(caches)) {
        for (const [outcome, value] of Object.entries(counts)) report(value, { cache, outcome })
      }
    },
    { labelNames: ['cache', 'outcome'] },
  )
  registerGauge(
    'freehub_cache_bytes',
    'Memory of cached responses, by cache.',
    (report) => {
      for (const [name, cache] of Object.entries(caches)) report(cache.bytes(), { cache: name })
    },
    { labelNames: ['cache'] },
  )
  registerGauge(
    'freehub_build_info',
    '1, with the version of the shop.',
    (report) => report(1, { version: manifest.version }),
    { labelNames: ['version'], aggregator: 'first' },
  )
}

/** Registers the library's default metrics: memory, CPU, event loop and garbage collection. */
function registerProcessMetrics() {
  if (registry.getSingleMetric('process_resident_memory_bytes')) return
  collectDefaultMetrics({ register: registry })
}

/** Reports the idle connections of a pool, and those in use. */
function reportPool(pool: pg.Pool | undefined, report: Report) {
  if (!pool) return
  report(pool.idleCount, { state: 'idle' })
  report(pool.totalCount - pool.idleCount, { state: 'in_use' })
}

/** Reports each count, with its name as the value of the label. */
function reportEach(counts: Record<string, number>, label: string, report: Report) {
  for (const [name, value] of Object.entries(counts)) report(value, { [label]: name })
}

interface PendingJobs {
  queue: string
  state: 'created' | 'retry' | 'active' | 'failed'
  count: number
  oldestSeconds: number
}

const TIMEOUT_MS = 1_000

/** Returns a function that counts unfinished and failed jobs. Without a result in a second, it returns no jobs. */
function createPendingJobsReader(db: Db): () => Promise<PendingJobs[]> {
  let pending: Promise<PendingJobs[]> | undefined
  return () => {
    pending ??= readPendingJobs(db).finally(() => {
      pending = undefined
    })
    const noJobs = delay(TIMEOUT_MS, [], { ref: false })
    return Promise.race([pending, noJobs]).catch(() => [])
  }
}

/**
 * Counts unfinished and failed jobs with a partial index, because completed jobs stay in the table for days. Counts the
 * rows of `order_outbox` as jobs of a queue `orders`.
 */
async function readPendingJobs(db: Db): Promise<PendingJobs[]> {
  const { rows } = await sql<PendingJobs>`
    select name as queue, state, count(*) as count,
      extract(epoch from now() - min(created_on)) as "oldestSeconds"
    from pgboss.job where state in ('created', 'retry', 'active', 'failed')
    group by name, state
    union all
    select 'orders', 'created', count(*), extract(epoch from now() - min(placed_at))
    from order_outbox having count(*) > 0`.execute(db)
  return rows
}
