import type { Refusal } from '@freehub/contract/refusals'
import type { Db, Tx } from './connections/connect.ts'

/** Carries a refusal out of a transaction, so that it is rolled back. */
export class RefusalError extends Error {
  refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

/** Runs a transaction. Returns its result, or the refusal that it threw after a rollback. */
export async function runTransaction<T>(
  db: Db,
  write: (tx: Tx) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await db.transaction().execute(write)
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal
    throw error
  }
}
