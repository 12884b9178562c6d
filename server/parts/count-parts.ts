import { FOUND_UP_TO } from '@freehub/contract/parts-wanted'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { LONG_LIST, listCounter } from '../database/list-counter.ts'
import { isWanted, type PartFilter } from './part-filter.ts'
import { countFound } from './search/count-found.ts'

export type CountParts = (db: Db, filter: PartFilter) => Promise<number>

/** Counts the parts that are wanted, up to ten thousand; what a search finds, up to one thousand. */
export function partCounter(now = Date.now): CountParts {
  const count = listCounter(now)

  return (db, filter) => {
    const { search, ...narrowing } = filter
    if (search) return countFound(db, search.counted, narrowing, FOUND_UP_TO)
    const rows = sql`select from parts where ${isWanted(filter)} limit ${LONG_LIST}`
    return count(db, rows, JSON.stringify(narrowing))
  }
}
