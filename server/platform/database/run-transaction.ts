import type { Refusal } from '@freehub/contract/refusals'
import type { Db, Tx } from './connections/connect.ts'

/** The error that carries a refusal out of a transaction, which it rolls back, or out of a stream. */
export class RefusalError extends Error {
  refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

/** Runs a transaction like `retryTransaction`. For a RefusalError, rolls back and returns its refusal. */
export async function runTransaction<T>(
  db: Db,
  write: (tx: Tx) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await retryTransaction(db, write)
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal
    throw error
  }
}

/** Runs a transaction, and repeats it after a conflict. Also commits if `write` returns a refusal. */
export function retryTransaction<T>(db: Db, write: (tx: Tx) => Promise<T>): Promise<T> {
  return retryConflicts(() => db.transaction().execute(write))
}

const MAX_RETRIES = 3

/** Repeats a transaction up to three times after a deadlock or a serialization failure. */
export async function retryConflicts<T>(run: () => Promise<T>, retries = MAX_RETRIES): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const { code } = error as { code?: string }
    if (retries === 0 || (code !== '40P01' && code !== '40001')) throw error
    return retryConflicts(run, retries - 1)
  }
}
