import type { Db } from '../../../platform/database/connections/connect.ts'
import { findFew } from './find-few.ts'

/** Whether any part on sale is found by this tsquery. */
export async function onSaleWith(db: Db, query: string): Promise<boolean> {
  return (await findFew(db, { counted: [query] }, {}, 1)) === undefined
}
