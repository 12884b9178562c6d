import type { Db } from '../../database/connect.ts'
import { countFound } from './count-found.ts'

/** Whether any part on sale is found by this tsquery. */
export async function onSaleWith(db: Db, query: string): Promise<boolean> {
  return (await countFound(db, [query], {}, 1)) > 0
}
