import { sql } from 'kysely'
import type { Db, Tx } from '../../../server/platform/database/connections/connect.ts'
import type { Database } from '../../../server/platform/database/schema.ts'
import { waitUntil } from '../wait-until.ts'

/**
 * Makes a race certain: takes a lock, starts the requests one after the other, each once the one before it
 * waits, then releases the lock. Of a row, the first request is the first to get it. Returns the results in the order
 * of the requests. Nothing else may wait for this lock meanwhile, such as a webhook of the same order.
 */
export async function queueForLock<T>(
  db: Db,
  lock: (tx: Tx) => Promise<unknown>,
  requests: (() => Promise<T>)[],
): Promise<T[]> {
  const started = await db.transaction().execute(async (tx) => {
    await lock(tx)
    const started: Promise<T>[] = []
    for (const request of requests) {
      started.push(request())
      await untilWaiting(db, tx, started.length)
    }
    return started
  })
  return Promise.all(started)
}

/** Blocks updates of the row. Rows that refer to it can be inserted meanwhile, except to a row of users. */
export const lockRow = (table: keyof Database, id: string) => (tx: Tx) => {
  const strength = sql.raw(table === 'users' ? 'for update' : 'for no key update')
  return sql`select from ${sql.table(table)} where id = ${id} ${strength}`.execute(tx)
}

/** Blocks writes to the table, not reads: requests that check before they write have all checked. */
export const lockTable = (table: string) => (tx: Tx) =>
  sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx)

/** Waits until so many connections wait for a lock of the transaction, or behind each other for it. */
export async function untilWaiting(db: Db, tx: Tx, count = 1): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  const waiting = sql`
    with recursive blocked as materialized (
      select pid, pg_blocking_pids(pid) as blockers from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    ), waiting (pid) as (
      select ${rows[0]?.pid}::int
      union
      select blocked.pid from blocked, waiting where waiting.pid = any(blockers)
    )
    select pid from waiting offset 1`
  await waitUntil(`${count} connections wait for a lock`, async () => {
    const { rows } = await waiting.execute(db)
    return rows.length >= count
  })
}
