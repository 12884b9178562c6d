import { sql } from 'kysely'
import type { Db, Tx } from './connections/connect.ts'

/**
 * Runs a transaction with asynchronous commit. A crash loses the last rows of an import together with its progress, so
 * the import writes them again. The import ends with a synchronous commit.
 */
export function withAsyncCommit<T>(db: Db, write: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx)
    return write(tx)
  })
}
