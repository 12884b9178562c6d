import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../database/connections/connect.ts'

export interface PendingJobs {
  queue: string
  state: 'created' | 'retry' | 'active' | 'failed'
  count: number
  oldestSeconds: number
}

const TIMEOUT_MS = 1_000

/**
 * Returns a reader of the number of unfinished jobs, by queue and state. If the database is slow, it returns
 * an empty list after a second. At most one query runs at a time.
 */
export function createPendingJobsReader(db: Db): () => Promise<PendingJobs[]> {
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
