import { createHash } from 'node:crypto'
import { MATCH_COUNT_MAXIMUM } from '@freehub/contract/catalog/part-filters'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import {
  createCountCache,
  createListCounter,
  LONG_LIST_ROWS,
} from '../../../platform/database/list-counter.ts'
import { findAllMatches } from './find-matches.ts'
import { hasId, matchesQuery, type PartQuery } from './part-query.ts'
import type { PartCount } from './sorted-parts.ts'

export type CountParts = (db: Db, query: PartQuery) => Promise<PartCount>

/** Creates a counter of the matching parts. Caches for a minute which queries reach the maximum count. */
export function createPartCounter(now = Date.now): CountParts {
  const count = createListCounter(now)
  const cappedCounts = createCountCache(now)

  return async (db, query) => {
    const { search, attributes, ...filters } = query
    if (attributes) return findWithAttributes(db, query)
    if (search) {
      const key = createHash('sha256')
        .update(JSON.stringify([search.tsquery, filters]))
        .digest('base64')
      const cappedCount = cappedCounts.get(key)
      if (cappedCount !== undefined) return { count: cappedCount }
      const ids = await findAllMatches(db, search, filters, MATCH_COUNT_MAXIMUM)
      if (!ids) cappedCounts.set(key, MATCH_COUNT_MAXIMUM)
      return { count: ids?.length ?? MATCH_COUNT_MAXIMUM, ids }
    }
    const rows = sql`select from parts where ${matchesQuery(query)} limit ${LONG_LIST_ROWS}`
    return { count: await count(db, rows, JSON.stringify(filters)) }
  }
}

/**
 * Finds up to 10,000 parts that match a query with attributes. Sorts them by rank if fewer than 500 parts match the
 * search without the attributes, otherwise in catalog order.
 */
async function findWithAttributes(db: Db, query: PartQuery): Promise<PartCount> {
  const { search, attributes, ...filters } = query
  const ranked = search && (await findAllMatches(db, search, filters, MATCH_COUNT_MAXIMUM))
  const candidates = ranked ? hasId(ranked) : matchesQuery(query)
  const { rows } = await sql<{ id: string }>`
    select id from parts where ${candidates} and ${matchesQuery({ attributes })}
    order by array_position(${ranked ?? []}::uuid[], id), position
    limit ${LONG_LIST_ROWS}`.execute(db)
  return { count: rows.length, ids: rows.map(({ id }) => id) }
}
