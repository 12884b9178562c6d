import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../database/connections/connect.ts'

export interface JobsWaiting {
  queue: string
  state: 'created' | 'retry' | 'active' | 'failed'
  count: number
  oldestSeconds: number
}

const WITHIN_MS = 1_000

/**
 * How many jobs there are that are not done, by queue and state. Whoever asks for the metrics does not wait for a
 * database that is slow: then nothing is said of jobs, and one question is under way at most.
 */
export function jobsLooker(db: Db): () => Promise<JobsWaiting[]> {
  let asking: Promise<JobsWaiting[]> | undefined
  return () => {
    asking ??= ask(db).finally(() => {
      asking = undefined
    })
    const nothing = delay(WITHIN_MS, [], { ref: false })
    return Promise.race([asking, nothing]).catch(() => [])
  }
}

/** Without those that are done, which are kept for days: an index has the others alone. */
async function ask(db: Db): Promise<JobsWaiting[]> {
  const { rows } = await sql<JobsWaiting>`
    select name as queue, state, count(*) as count,
      extract(epoch from now() - min(created_on)) as "oldestSeconds"
    from pgboss.job where state in ('created', 'retry', 'active', 'failed')
    group by name, state`.execute(db)
  return rows
}
