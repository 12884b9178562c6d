import type { OrdersSort } from '@freehub/contract/orders/orders'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { PageWanted } from '../../../platform/http/paging.ts'
import { selectOrders } from './order-row.ts'

/** Columns of `orders`, of which the last is different in every row. */
interface Key {
  columns: string
  direction: 'asc' | 'desc'
}

/** An id grows with time. */
const keys: Record<OrdersSort, Key> = {
  newest: { columns: 'id', direction: 'desc' },
  oldest: { columns: 'id', direction: 'asc' },
  dearest: { columns: 'total_cents, id', direction: 'desc' },
  cheapest: { columns: 'total_cents, id', direction: 'asc' },
}

export interface OrdersWanted {
  /** Which list the conditions make. */
  list: string
  conditions: Expression<SqlBool>[]
  search: Expression<SqlBool> | undefined
  sort: OrdersSort
  page: PageWanted
}

/** So many orders are looked through for a search before the index is asked. */
const NEAR = 1000

/**
 * The live orders of a page, in the order that is wanted, and one more in the direction of reading
 * if there is one. However many orders there are, and wherever the page is, it reads about as many
 * as it shows: along the index of its list, from the row that it goes on from.
 */
export async function ordersInOrder(db: Db, { conditions, search, sort, page }: OrdersWanted) {
  const isBackwards = page.before !== undefined || page.last === true
  const key = isBackwards ? reversed(keys[sort]) : keys[sort]
  const from = page.after ?? page.before
  const wanted = [live, ...conditions, ...(from ? [comesAfter(from, key)] : [])]
  const most = page.size + 1
  const rows = search
    ? await searchAlong(db, wanted, search, key, most)
    : await readOrders(db, key, walk(wanted, key, most))
  return isBackwards ? rows.reverse() : rows
}

/** What a search finds is gathered at once up to so many. */
const FEW = 10_000

/**
 * The ids of all orders that are wanted, in their order, some at a time. Each is looked at once: what a
 * search finds is gathered where it is little, else all are walked along and those that it does not find
 * left out.
 */
export async function* allInOrder(
  db: Db,
  { conditions, search, sort }: OrdersWanted,
  atOnce: number,
  most = FEW,
): AsyncGenerator<string[]> {
  const key = keys[sort]
  const few = search && (await gatherFew(db, [live, ...conditions, search], key, most))
  if (few) {
    for (let at = 0; at < few.length; at += atOnce) yield few.slice(at, at + atOnce)
    return
  }
  let last: string | undefined
  do {
    const from = last ? [comesAfter(last, key)] : []
    const { rows } = await sql<{ id: string; found: boolean }>`
      select id, ${search ?? sql`true`} as found from orders
      where ${all([live, ...conditions, ...from])} order by ${by(key)} limit ${atOnce}`.execute(db)
    yield rows.filter(({ found }) => found).map(({ id }) => id)
    last = rows.length < atOnce ? undefined : rows.at(-1)?.id
  } while (last)
}

/** Nothing where they are more than a few. */
async function gatherFew(db: Db, conditions: Expression<SqlBool>[], key: Key, most: number) {
  const { rows } = await sql<{ id: string }>`
    select id from (select id, total_cents from orders where ${all(conditions)} limit ${most + 1}) found
    order by ${by(key)}`.execute(db)
  return rows.length > most ? undefined : rows.map(({ id }) => id)
}

export const live = sql<SqlBool>`cancelled_at is null`

const all = (conditions: Expression<SqlBool>[]) => sql.join(conditions, sql` and `)

function by({ columns, direction }: Key) {
  return sql.raw(
    columns
      .split(', ')
      .map((column) => `${column} ${direction}`)
      .join(', '),
  )
}

function reversed({ columns, direction }: Key): Key {
  return { columns, direction: direction === 'asc' ? 'desc' : 'asc' }
}

/** The condition that an order comes after the one with this id. */
function comesAfter(id: string, { columns, direction }: Key): Expression<SqlBool> {
  const row = sql.raw(columns)
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  return sql<SqlBool>`(${row}) ${beyond} (select ${row} from orders where id = ${id})`
}

function walk(conditions: Expression<SqlBool>[], key: Key, most: number) {
  return sql`select id from orders where ${all(conditions)} order by ${by(key)} limit ${most}`
}

/**
 * What many orders have is soon found among the nearest. What few have is gathered by the index of
 * the search and then sorted: no index has rows for its keys, so that none is walked in vain.
 */
async function searchAlong(
  db: Db,
  conditions: Expression<SqlBool>[],
  search: Expression<SqlBool>,
  key: Key,
  most: number,
) {
  const near = await readOrders(
    db,
    key,
    sql`select id from (
        select id, searched from orders where ${all(conditions)} order by ${by(key)} limit ${NEAR}
      ) near where ${search} limit ${most}`,
  )
  if (near.length === most) return near
  const gathered = sql`select id from orders where ${all([...conditions, search])}
    order by row (${sql.raw(key.columns)}) ${sql.raw(key.direction)} limit ${most}`
  return readOrders(db, key, gathered)
}

function readOrders(db: Db, key: Key, ids: RawBuilder<unknown>) {
  return selectOrders(db).where('orders.id', 'in', sql<string>`(${ids})`).orderBy(by(key)).execute()
}
