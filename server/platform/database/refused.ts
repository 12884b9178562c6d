import type { Refusal } from '@freehub/contract/refusals'
import type { Db, Tx } from './connections/connect.ts'

/** Refusals leave a transaction as what it throws, so that it is rolled back. */
export class Refused extends Error {
  refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

/** What a transaction answers, or the refusal that it threw: then nothing was written. */
export async function writeOrRefuse<T>(
  db: Db,
  write: (tx: Tx) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await db.transaction().execute(write)
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}
