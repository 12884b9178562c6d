import { sql } from 'kysely'
import type { Db, Tx } from '../../../server/platform/database/connections/connect.ts'
import type { Database } from '../../../server/platform/database/schema.ts'
import { waitForOutbox } from '../shop/orders.ts'
import { waitUntil } from '../wait-until.ts'

/**
 * Runs requests in a fixed order. Takes a lock, starts each request after the previous one waits for it, then releases
 * the lock. PostgreSQL grants a row lock in this order. Returns the results in the order of the requests. No other work
 * may wait for this lock at the same time, such as a webhook of the same order.
 */
export async function runInLockOrder<T>(
  db: Db,
  lock: (tx: Tx) => Promise<unknown>,
  requests: (() => Promise<T>)[],
): Promise<T[]> {
  // The outbox may wait for the same lock.
  await waitForOutbox(db)
  const pending = await db.transaction().execute(async (tx) => {
    await lock(tx)
    const pending: Promise<T>[] = []
    for (const request of requests) {
      pending.push(request())
      await waitForBlockedConnections(db, tx, pending.length)
    }
    return pending
  })
  return Promise.all(pending)
}

/** Blocks updates of the row. Rows that reference it can still be inserted, unless the row is a user. */
export const lockRow = (table: keyof Database, id: string) => (tx: Tx) => {
  const strength = sql.raw(table === 'users' ? 'for update' : 'for no key update')
  return sql`select from ${sql.table(table)} where id = ${id} ${strength}`.execute(tx)
}

/**
 * Blocks writes to the table but not reads. Requests that read before they write can finish their
 * reads.
 */
export const lockTable = (table: string) => (tx: Tx) =>
  sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx)

/**
 * Waits until `count` connections are blocked by the transaction, directly or through other
 * connections.
 */
export async function waitForBlockedConnections(db: Db, tx: Tx, count = 1): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  const waiting = sql`
    with recursive blocked as materialized (
      select pid, pg_blocking_pids(pid) as blockers from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    ), stopped (pid) as (
      select ${rows[0]?.pid}::int
      union
      select blocked.pid from blocked, stopped where stopped.pid = any(blockers)
    )
    -- The first row is the transaction itself.
    select pid from stopped offset 1`
  await waitUntil(`${count} connections wait for a lock`, async () => {
    const { rows } = await waiting.execute(db)
    return rows.length >= count
  })
}
