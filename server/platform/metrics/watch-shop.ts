import type pg from 'pg'
import { collectDefaultMetrics } from 'prom-client'
import manifest from '../../package.json' with { type: 'json' }
import type { KeptAnswers } from '../cache/kept-answers.ts'
import type { Db } from '../database/connections/connect.ts'
import type { DatabaseWatch } from '../database/connections/watch-database.ts'
import type { CatalogueReads } from '../database/replica/catalogue-reads.ts'
import type { Load } from '../load/load.ts'
import { jobsLooker } from './look-at-jobs.ts'
import { counter, gauge } from './look-metrics.ts'
import { registry } from './metrics.ts'

type Tell = (value: number, labels: Record<string, string>) => void

interface Shop {
  db: Db
  pool: pg.Pool
  database: DatabaseWatch
  reads: CatalogueReads
  load: Load
  kept: Record<string, KeptAnswers>
  /** The shares of parts and pieces that unpaid orders reserve; undefined while they cannot be read. */
  reservedShares: () => Promise<{ parts: number; pieces: number } | undefined>
}

/** Lets be asked what a running shop can be asked: its process, its database, its memory, its load. */
export function watchShop({ db, pool, database, reads, load, kept, reservedShares }: Shop): void {
  watchProcess()

  gauge(
    {
      name: 'freehub_database_connections',
      help: 'Connections of the pool, in use or idle.',
      labelNames: ['state'],
    },
    (tell) => tellOfPool(pool, tell),
  )
  gauge(
    {
      name: 'freehub_replica_connections',
      help: 'Connections of the pool of the replica, in use or idle; none is told where there is no replica.',
      labelNames: ['state'],
    },
    (tell) => tellOfPool(reads.pool(), tell),
  )
  gauge(
    {
      name: 'freehub_database_connections_max',
      help: 'Connections that the pool may have.',
    },
    (tell) => tell(pool.options.max),
  )
  gauge(
    { name: 'freehub_database_waiting', help: 'Waiting for a connection of the pool.' },
    (tell) => tell(pool.waitingCount),
  )
  gauge(
    {
      name: 'freehub_database_away',
      help: '1 while the database does not answer.',
      aggregator: 'max',
    },
    (tell) => tell(database.isAway() ? 1 : 0),
  )
  counter(
    {
      name: 'freehub_catalogue_reads_total',
      help: 'Reads of the catalogue from the replica; from the primary, because it was behind, busy, away or its place not known.',
      labelNames: ['from'],
    },
    (tell) => tellEach(reads.counts, 'from', tell),
  )

  const lookAtJobs = jobsLooker(db)
  gauge(
    {
      name: 'freehub_jobs',
      help: 'Jobs in the database that are not done. All processes say the same.',
      labelNames: ['queue', 'state'],
      aggregator: 'max',
    },
    async (tell) => {
      for (const { queue, state, count } of await lookAtJobs()) tell(count, { queue, state })
    },
  )
  gauge(
    {
      name: 'freehub_oldest_job_age_seconds',
      help: 'How long the oldest job has waited. All processes say the same.',
      labelNames: ['queue', 'state'],
      aggregator: 'max',
    },
    async (tell) => {
      for (const { queue, state, oldestSeconds } of await lookAtJobs()) {
        tell(oldestSeconds, { queue, state })
      }
    },
  )

  gauge(
    {
      name: 'freehub_unpaid_reserved_ratio',
      help: 'Share of the parts that cannot be ordered because of unpaid orders, and of the pieces that these reserve. All processes state the same.',
      labelNames: ['of'],
      aggregator: 'max',
    },
    async (tell) => {
      const shares = await reservedShares()
      if (!shares) return
      tell(shares.parts, { of: 'parts' })
      tell(shares.pieces, { of: 'pieces' })
    },
  )

  gauge(
    { name: 'freehub_requests_in_progress', help: 'Requests that are being worked on.' },
    (tell) => tell(load.inProgress()),
  )
  gauge(
    {
      name: 'freehub_event_loop_lag_seconds',
      help: 'How late the event loop is on average, by which load is shed. Of several processes the worst.',
      aggregator: 'max',
    },
    (tell) => tell(load.eventLoopLagMs() / 1000),
  )
  counter(
    {
      name: 'freehub_shed_requests_total',
      help: 'Requests refused because there was too much of something.',
      labelNames: ['strain'],
    },
    (tell) => tellEach(load.shed, 'strain', tell),
  )

  counter(
    {
      name: 'freehub_kept_answers_total',
      help: 'Public answers by kind: from memory, made anew, or old ones for want of new ones.',
      labelNames: ['kind', 'outcome'],
    },
    (tell) => {
      for (const [kind, { counts }] of Object.entries(kept)) {
        for (const [outcome, value] of Object.entries(counts)) tell(value, { kind, outcome })
      }
    },
  )
  gauge(
    {
      name: 'freehub_kept_answers_bytes',
      help: 'Memory that kept answers take, by kind.',
      labelNames: ['kind'],
    },
    (tell) => {
      for (const [kind, answers] of Object.entries(kept)) tell(answers.bytes(), { kind })
    },
  )
  gauge(
    {
      name: 'freehub_build_info',
      help: '1, with the version of the shop.',
      labelNames: ['version'],
      aggregator: 'first',
    },
    (tell) => tell(1, { version: manifest.version }),
  )
}

/** Memory, processor, event loop and garbage, by the library's own names. */
function watchProcess() {
  if (registry.getSingleMetric('process_resident_memory_bytes')) return
  collectDefaultMetrics({ register: registry })
}

function tellOfPool(pool: pg.Pool | undefined, tell: Tell) {
  if (!pool) return
  tell(pool.idleCount, { state: 'idle' })
  tell(pool.totalCount - pool.idleCount, { state: 'in_use' })
}

function tellEach(counts: Record<string, number>, label: string, tell: Tell) {
  for (const [name, value] of Object.entries(counts)) tell(value, { [label]: name })
}
