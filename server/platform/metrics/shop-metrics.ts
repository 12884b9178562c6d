import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { collectDefaultMetrics } from 'prom-client'
import manifest from '../../package.json' with { type: 'json' }
import type { Db } from '../database/connections/connect.ts'
import type { Platform } from '../open-platform.ts'
import { registerCounter, registerGauge, registry } from './metrics.ts'

type Report = (value: number, labels: Record<string, string>) => void

/** Registers the metrics of the process, the database, the caches and the load. */
export function registerShopMetrics({ db, pool, database, reads, load, caches }: Platform): void {
  registerProcessMetrics()

  registerGauge(
    {
      name: 'freehub_database_connections',
      help: 'Connections of the pool, in use or idle.',
      labelNames: ['state'],
    },
    (report) => reportPool(pool, report),
  )
  registerGauge(
    {
      name: 'freehub_replica_connections',
      help: 'Connections of the replica pool, in use or idle. Absent without a replica.',
      labelNames: ['state'],
    },
    (report) => reportPool(reads.pool(), report),
  )
  registerGauge(
    {
      name: 'freehub_database_connections_max',
      help: 'Maximum size of the connection pool.',
    },
    (report) => report(pool.options.max),
  )
  registerGauge(
    { name: 'freehub_database_waiting', help: 'Requests that wait for a connection of the pool.' },
    (report) => report(pool.waitingCount),
  )
  registerGauge(
    {
      name: 'freehub_database_unavailable',
      help: '1 while the database is unavailable.',
      aggregator: 'max',
    },
    (report) => report(database.isUnavailable() ? 1 : 0),
  )
  registerCounter(
    {
      name: 'freehub_catalogue_reads_total',
      help: 'Catalogue reads from the replica, or from the primary because the replica was behind, busy or unavailable, or its position unknown.',
      labelNames: ['replica'],
    },
    (report) => reportEach(reads.counts, 'replica', report),
  )

  const readPendingJobs = createPendingJobsReader(db)
  registerGauge(
    {
      name: 'freehub_jobs',
      help: 'Unfinished jobs in the database. All processes report the same value.',
      labelNames: ['queue', 'state'],
      aggregator: 'max',
    },
    async (report) => {
      for (const { queue, state, count } of await readPendingJobs()) report(count, { queue, state })
    },
  )
  registerGauge(
    {
      name: 'freehub_oldest_job_age_seconds',
      help: 'Age of the oldest job. All processes report the same value.',
      labelNames: ['queue', 'state'],
      aggregator: 'max',
    },
    async (report) => {
      for (const { queue, state, oldestSeconds } of await readPendingJobs()) {
        report(oldestSeconds, { queue, state })
      }
    },
  )

  registerGauge({ name: 'freehub_requests_in_progress', help: 'Requests in progress.' }, (report) =>
    report(load.inProgress()),
  )
  registerGauge(
    {
      name: 'freehub_event_loop_lag_seconds',
      help: 'Mean delay of the event loop, which triggers load shedding. Maximum of all processes.',
      aggregator: 'max',
    },
    (report) => report(load.eventLoopLagMs() / 1000),
  )
  registerCounter(
    {
      name: 'freehub_shed_requests_total',
      help: 'Requests refused because of overload, by reason.',
      labelNames: ['reason'],
    },
    (report) => reportEach(load.shed, 'reason', report),
  )

  registerCounter(
    {
      name: 'freehub_cached_responses_total',
      help: 'Public responses by cache: hit, built, or stale.',
      labelNames: ['cache', 'outcome'],
    },
    (report) => {
      for (const [name, { counts }] of Object.entries(caches)) {
        for (const [outcome, value] of Object.entries(counts))
          report(value, { cache: name, outcome })
      }
    },
  )
  registerGauge(
    {
      name: 'freehub_cache_bytes',
      help: 'Memory of cached responses, by cache.',
      labelNames: ['cache'],
    },
    (report) => {
      for (const [name, cache] of Object.entries(caches)) report(cache.bytes(), { cache: name })
    },
  )
  registerGauge(
    {
      name: 'freehub_build_info',
      help: '1, with the version of the shop.',
      labelNames: ['version'],
      aggregator: 'first',
    },
    (report) => report(1, { version: manifest.version }),
  )
}

/** Registers the library's default metrics: memory, CPU, event loop and garbage collection. */
function registerProcessMetrics() {
  if (registry.getSingleMetric('process_resident_memory_bytes')) return
  collectDefaultMetrics({ register: registry })
}

function reportPool(pool: pg.Pool | undefined, report: Report) {
  if (!pool) return
  report(pool.idleCount, { state: 'idle' })
  report(pool.totalCount - pool.idleCount, { state: 'in_use' })
}

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

/** Returns a reader of the number of unfinished jobs, which gives up after a second. */
function createPendingJobsReader(db: Db): () => Promise<PendingJobs[]> {
  let pending: Promise<PendingJobs[]> | undefined
  return () => {
    pending ??= readPendingJobs(db).finally(() => {
      pending = undefined
    })
    const nothing = delay(TIMEOUT_MS, [], { ref: false })
    return Promise.race([pending, nothing]).catch(() => [])
  }
}

/** Completed jobs are kept for days. The states match a partial index without them. */
async function readPendingJobs(db: Db): Promise<PendingJobs[]> {
  const { rows } = await sql<PendingJobs>`
    select name as queue, state, count(*) as count,
      extract(epoch from now() - min(created_on)) as "oldestSeconds"
    from pgboss.job where state in ('created', 'retry', 'active', 'failed')
    group by name, state`.execute(db)
  return rows
}
