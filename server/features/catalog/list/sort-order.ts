import { type Expression, type SqlBool, sql } from 'kysely'
import type { IndexedOrder } from '../search/indexed-order.ts'

/** A sort order of `parts`. The last key is unique. */
export interface SortOrder extends IndexedOrder {
  keys: readonly string[]
  direction: 'asc' | 'desc'
  /** Equivalent keys that are cheaper to compute, for sorting without an index. */
  unindexedKeys?: readonly string[]
}

export function formatOrderBy({ keys, direction }: SortOrder) {
  return sql.join(keys.map((key) => sql.raw(`${key} ${direction}`)))
}

/** Returns the same order for sorting without an index. */
export function toUnindexedOrder(order: SortOrder): SortOrder {
  return { ...order, keys: order.unindexedKeys ?? order.keys }
}

/** Formats the keys as one row value. No index matches it, so the planner sorts instead of scanning one. */
export function formatUnindexedOrderBy(order: SortOrder) {
  return sql.raw(`row (${toUnindexedOrder(order).keys.join(', ')}) ${order.direction}`)
}

/** Builds the condition that a part comes after the part with this id. */
export function isAfterPart(
  id: string | undefined,
  { keys, direction }: SortOrder,
): Expression<SqlBool> {
  if (id === undefined) return sql<SqlBool>`true`
  const row = sql.raw(keys.join(', '))
  const operator = sql.raw(direction === 'asc' ? '>' : '<')
  return sql<SqlBool>`(${row}) ${operator} (select ${row} from parts where id = ${id})`
}
