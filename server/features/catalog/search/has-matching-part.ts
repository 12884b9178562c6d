import type { Db } from '../../../platform/database/connections/connect.ts'
import { findIdsBelowLimit } from './find-ids-below-limit.ts'

/** True if a part on sale matches this tsquery. */
export async function hasMatchingPart(db: Db, query: string): Promise<boolean> {
  return (await findIdsBelowLimit(db, { countQueries: [query] }, {}, 1)) === undefined
}
