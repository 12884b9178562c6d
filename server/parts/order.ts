import { type Expression, type SqlBool, sql } from 'kysely'
import type { Stretched } from './search/stretches.ts'

/** Columns of `parts`, of which the last is different in every row. */
export interface Order extends Stretched {
  keys: readonly string[]
  direction: 'asc' | 'desc'
  /** What orders rows as the keys do, if that is told sooner of rows that are gathered. */
  gathered?: readonly string[]
}

export function keysOf({ keys, direction }: Order) {
  return sql.join(keys.map((key) => sql.raw(`${key} ${direction}`)))
}

/** The order of rows that are gathered, as one row of keys: no index has that, so that none is walked. */
export function orderOfGathered({ keys, gathered = keys, direction }: Order) {
  return sql.raw(`row (${gathered.join(', ')}) ${direction}`)
}

/** The condition that a part comes after the one with this id. */
export function comesAfter(
  id: string | undefined,
  { keys, direction }: Order,
): Expression<SqlBool> {
  if (id === undefined) return sql<SqlBool>`true`
  const row = sql.raw(keys.join(', '))
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  return sql<SqlBool>`(${row}) ${beyond} (select ${row} from parts where id = ${id})`
}
