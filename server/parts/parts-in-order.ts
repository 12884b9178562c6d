import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { hasWords, isWanted, type PartFilter } from './part-filter.ts'
import { type PartRow, selectParts } from './part-row.ts'
import { foundIds } from './search/found-ids.ts'

/** Columns of `parts`, of which the last is different in every row. */
export interface Order {
  keys: readonly string[]
  direction: 'asc' | 'desc'
}

/** By the place that a part was given when it was added. */
export const CATALOGUE: Order = { keys: ['position'], direction: 'asc' }

/**
 * So many are gathered and then sorted. Of more a page is filled sooner by walking along an index in
 * the wanted order; of few that would mean to walk it all, which the database cannot foresee.
 */
export const FEW = 5000

interface Page {
  size: number
  /** The id of the part that the page comes after. */
  after?: string | undefined
  /** How many parts are wanted, perhaps counted no further than to be many. */
  count: number
}

/** So many are looked through for a search before it is followed along the whole order. */
const NEAR = 5000

/** The first of the wanted parts in this order. */
export async function partsInOrder(
  db: Db,
  filter: PartFilter,
  order: Order,
  { size, after, count }: Page,
): Promise<PartRow[]> {
  const from = after === undefined ? sql<SqlBool>`true` : comesAfter(after, order)
  if (count === 0) return []
  if (count <= FEW) {
    // No index has rows for its keys: this is never walked.
    const gathered = sql`select id from parts where ${isGathered(filter)} and ${from}
      order by row (${sql.raw(order.keys.join(', '))}) ${sql.raw(order.direction)} limit ${size}`
    return read(db, gathered, order)
  }
  const { search, ...narrowing } = filter
  const along = (rows: number) => walk(narrowing, from, order, rows)
  if (!search) return read(db, sql`select id from ${along(size)}`, order)
  const found = (rows: number) => sql`select id from ${along(rows)}
    where ${hasWords(search.anywhere)} order by ${keysOf(order)} limit ${size}`
  const near = await read(db, found(NEAR), order)
  return near.length === size
    ? near
    : read(db, sql`select id from ${walk(filter, from, order, size)}`, order)
}

/**
 * The same as `isWanted`, of few parts: what a search finds is gathered first, for the database might look
 * at each part that is wanted otherwise.
 */
export function isGathered(filter: PartFilter): Expression<SqlBool> {
  const { search, isFew, ...narrowing } = filter
  if (!search || isFew) return isWanted(filter)
  return sql<SqlBool>`id in (select ${foundIds([search.anywhere], narrowing, { most: FEW })})`
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

function keysOf({ keys, direction }: Order) {
  return sql.join(keys.map((key) => sql.raw(`${key} ${direction}`)))
}

/** The condition that a part comes after the one with this id. */
function comesAfter(id: string, { keys, direction }: Order): Expression<SqlBool> {
  const row = sql.raw(keys.join(', '))
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  return sql<SqlBool>`(${row}) ${beyond} (select ${row} from parts where id = ${id})`
}
