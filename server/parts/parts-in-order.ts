import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { Counted } from './count-parts.ts'
import { comesAfter, keysOf, type Order, orderOfGathered } from './order.ts'
import { hasWords, isWanted, type PartFilter } from './part-filter.ts'
import { type PartRow, selectParts } from './part-row.ts'
import { foundInOrder } from './search/found-in-order.ts'
import { BY_POSITION } from './search/stretches.ts'

/** By the place that a part was given when it was added. */
export const CATALOGUE: Order = { keys: ['position'], direction: 'asc', ...BY_POSITION }

/**
 * So many are gathered and then sorted. Of more a page is filled sooner by walking along an index in
 * the wanted order; of few that would mean to walk it all, which the database cannot foresee.
 */
const FEW = 5000

interface Page extends Counted {
  size: number
  /** The id of the part that the page comes after. */
  after?: string | undefined
}

/** So many are looked through for a search before it is looked for in stretches of the order. */
const NEAR = 500

/** The first of the wanted parts in this order. */
export async function partsInOrder(
  db: Db,
  filter: PartFilter,
  order: Order,
  page: Page,
): Promise<PartRow[]> {
  const { size, after, count, few } = page
  const { search, ...narrowing } = filter
  const from = comesAfter(after, order)
  if (count === 0) return []
  if (few || (!search && count < FEW)) {
    const wanted = few ? sql`id = any (${few}::uuid[])` : isWanted(filter)
    const gathered = sql`select id from parts where ${wanted} and ${from}
      order by ${orderOfGathered(order)} limit ${size}`
    return read(db, gathered, order)
  }
  const along = (rows: number) => walk(narrowing, from, order, rows)
  if (!search) return read(db, sql`select id from ${along(size)}`, order)
  const near = await read(
    db,
    sql`select id from ${along(NEAR)}
      where ${hasWords(search.anywhere)} order by ${keysOf(order)} limit ${size}`,
    order,
  )
  if (near.length === size) return near
  const ids = await foundInOrder(db, { query: search.anywhere, narrowing, order, size, after })
  return read(
    db,
    ids
      ? sql`select unnest(${ids}::uuid[])`
      : sql`select id from ${walk(filter, from, order, size)}`,
    order,
  )
}

/** The first rows of parts along an index: of each family by its own, for they may lie far apart. */
function walk(
  { families, ...filter }: PartFilter,
  from: Expression<SqlBool>,
  order: Order,
  rows: number,
): RawBuilder<unknown> {
  const first = (where: Expression<SqlBool>) => sql`(select * from parts
    where ${isWanted(filter)} and ${where} and ${from} order by ${keysOf(order)} limit ${rows}) parts`
  if (!families) return first(sql<SqlBool>`true`)
  return sql`(select parts.* from unnest(${families}::text[]) code
    cross join lateral ${first(sql<SqlBool>`family_code = code`)} order by ${keysOf(order)} limit ${rows}) parts`
}

/** These parts, whose ids a statement answers, in this order. */
function read(db: Db, ids: RawBuilder<unknown>, order: Order): Promise<PartRow[]> {
  return selectParts(db).where(sql<SqlBool>`id in (${ids})`).orderBy(keysOf(order)).execute()
}
