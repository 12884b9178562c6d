import type { Db, Tx } from './connections/connect.ts'

/** Runs reads on one snapshot of the database, so that their results are consistent. */
export function inSnapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
