import { type Expression, type SqlBool, sql } from 'kysely'
import type { Stretched } from '../search/stretches.ts'

/** Columns of `parts`, of which the last is different in every row. */
export interface Order extends Stretched {
  keys: readonly string[]
  direction: 'asc' | 'desc'
  /** The same in a form that is cheaper to compute, for rows that no index orders. */
  gatheredKeys?: readonly string[]
}

export function keysOf({ keys, direction }: Order) {
  return sql.join(keys.map((key) => sql.raw(`${key} ${direction}`)))
}

/** The order as rows that are gathered have it. */
export function ofGathered(order: Order): Order {
  return { ...order, keys: order.gatheredKeys ?? order.keys }
}

/** As one row of keys: no index has that, so that none is walked. */
export function orderOfGathered(order: Order) {
  return sql.raw(`row (${ofGathered(order).keys.join(', ')}) ${order.direction}`)
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
