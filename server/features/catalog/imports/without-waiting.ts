import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'

/**
 * A transaction whose commit does not wait for the disk. Should the machine lose it, it loses what it
 * wrote and that it was done alike, and the work is done again: at its end comes a commit that waits.
 */
export function withoutWaiting<T>(db: Db, write: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx)
    return write(tx)
  })
}
