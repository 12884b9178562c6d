import { createHash } from 'node:crypto'
import { MATCH_COUNT_MAXIMUM } from '@freehub/contract/catalog/part-filters'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import {
  createCountCache,
  createListCounter,
  LONG_LIST,
} from '../../../platform/database/list-counter.ts'
import { findIdsBelowLimit } from '../search/find-ids-below-limit.ts'
import type { CatalogueFilters } from '../search/search-functions.ts'
import type { Search } from '../search/search-query.ts'
import { matchesQuery, type PartQuery } from './part-query.ts'

export interface PartCount {
  /** Number of matching parts, capped at 10,000; for a search at 500. */
  count: number
  /** Ids of all matches, best first, if the search finds fewer than 500. */
  ids?: string[] | undefined
}

export type CountParts = (db: Db, query: PartQuery) => Promise<PartCount>

/** Creates a counter that remembers for a minute which queries reach the cap. */
export function createPartCounter(now = Date.now): CountParts {
  const count = createListCounter(now)
  const cappedCounts = createCountCache(now)

  return async (db, query) => {
    const { search, ...filters } = query
    if (search) {
      const key = hashQuery(search, filters)
      const cappedCount = cappedCounts.get(key)
      if (cappedCount !== undefined) return { count: cappedCount }
      const ids = await findIdsBelowLimit(db, search, filters, MATCH_COUNT_MAXIMUM)
      if (!ids) cappedCounts.set(key, MATCH_COUNT_MAXIMUM)
      return { count: ids?.length ?? MATCH_COUNT_MAXIMUM, ids }
    }
    const rows = sql`select from parts where ${matchesQuery(query)} limit ${LONG_LIST}`
    return { count: await count(db, rows, JSON.stringify(filters)) }
  }
}

function hashQuery({ tsquery }: Search, filters: CatalogueFilters): string {
  return createHash('sha256')
    .update(JSON.stringify([tsquery, filters]))
    .digest('base64')
}
