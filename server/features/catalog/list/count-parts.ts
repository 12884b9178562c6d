import { createHash } from 'node:crypto'
import { FOUND_UP_TO } from '@freehub/contract/catalog/parts-wanted'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { believedCounts, LONG_LIST, listCounter } from '../../../platform/database/list-counter.ts'
import { findFew } from '../search/find-few.ts'
import type { Narrowing } from '../search/found-ids.ts'
import type { Search } from '../search/search-query.ts'
import { isWanted, type PartFilter } from './part-filter.ts'

export interface Counted {
  /** How many parts are wanted, perhaps counted no further than to be many. */
  count: number
  /** The ids of all of them, best first, where a search finds few. */
  few?: string[] | undefined
}

export type CountParts = (db: Db, filter: PartFilter) => Promise<Counted>

/** Counts the parts that are wanted, up to ten thousand; what a search finds, up to five hundred. */
export function partCounter(now = Date.now): CountParts {
  const count = listCounter(now)
  const many = believedCounts(now)

  return async (db, filter) => {
    const { search, ...narrowing } = filter
    if (search) {
      const found = nameOf(search, narrowing)
      const believed = many.get(found)
      if (believed !== undefined) return { count: believed }
      const few = await findFew(db, search, narrowing, FOUND_UP_TO)
      if (!few) many.set(found, FOUND_UP_TO)
      return { count: few?.length ?? FOUND_UP_TO, few }
    }
    const rows = sql`select from parts where ${isWanted(filter)} limit ${LONG_LIST}`
    return { count: await count(db, rows, JSON.stringify(narrowing)) }
  }
}

/** Short, however many words a search may mean. */
function nameOf({ anywhere }: Search, narrowing: Narrowing): string {
  return createHash('sha256')
    .update(JSON.stringify([anywhere, narrowing]))
    .digest('base64')
}
