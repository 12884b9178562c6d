import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { type PartRow, selectParts } from '../parts/part-row.ts'
import { foundInOrder } from '../search/found-in-order.ts'
import type { Search } from '../search/search-query.ts'
import { BY_POSITION } from '../search/stretches.ts'
import type { Counted } from './count-parts.ts'
import { comesAfter, keysOf, type Order, ofGathered, orderOfGathered } from './order.ts'
import { hasWords, isWanted, type PartFilter } from './part-filter.ts'

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

/** So many are looked through for a search at first, then at a time, while so many more would likely fill the page. */
const NEAREST = 100
const NEAR = 500
const NEAR_AGAIN = 1000

/** The first of the wanted parts in this order. */
export async function partsInOrder(
  db: Db,
  filter: PartFilter,
  order: Order,
  page: Page,
): Promise<PartRow[]> {
  const { size, after, count, few } = page
  const { search, ...narrowing } = filter
  if (count === 0) return []
  if (few || (!search && count < FEW)) {
    const wanted = few ? sql`id = any (${few}::uuid[])` : isWanted(filter)
    const gathered = sql`select id from parts where ${wanted} and ${comesAfter(after, ofGathered(order))}
      order by ${orderOfGathered(order)} limit ${size}`
    return read(db, gathered, order)
  }
  if (!search) {
    const walked = walk(narrowing, comesAfter(after, order), order, size)
    return read(db, sql`select id from ${walked}`, order)
  }
  const ids = await foundAlong(db, { ...filter, search }, order, page)
  return read(db, sql`select unnest(${ids}::uuid[])`, order)
}

/** The first that a search finds of many: of the nearest in the order, then of stretches of it. */
async function foundAlong(
  db: Db,
  filter: PartFilter & { search: Search },
  order: Order,
  { size, after }: Page,
): Promise<string[]> {
  const { search, ...narrowing } = filter
  const found: string[] = []
  let last = after
  let walked = 0
  for (;;) {
    const rows = walked === 0 ? NEAREST : NEAR
    walked += rows
    const near = await findNear(db, filter, order, { rows, after: last, size: size - found.length })
    found.push(...near.found)
    last = near.last
    if (found.length === size || last === undefined) return found
    if ((size - found.length) * walked > found.length * NEAR_AGAIN) break
  }
  const rest = { query: search.anywhere, narrowing, order, size: size - found.length, after: last }
  return [...found, ...((await foundInOrder(db, rest)) ?? (await walkFound(db, filter, rest)))]
}

/** So many of those that a search finds of the next parts in an order; the last of them all, if there are more. */
async function findNear(
  db: Db,
  { search, ...narrowing }: PartFilter & { search: Search },
  order: Order,
  { rows: near, after, size }: { rows: number; after: string | undefined; size: number },
): Promise<{ found: string[]; last: string | undefined }> {
  const { rows } = await sql<{ id: string; found: boolean; n: number }>`
    select * from (
      select id, ${hasWords(search.anywhere)} as found, row_number() over () as n
      from ${walk(narrowing, comesAfter(after, order), order, near)}
    ) near where found or n = ${near} limit ${size}`.execute(db)
  const last = rows.at(-1)
  return {
    found: rows.filter(({ found }) => found).map(({ id }) => id),
    last: last?.n === near ? last.id : undefined,
  }
}

async function walkFound(
  db: Db,
  filter: PartFilter,
  { order, size, after }: { order: Order; size: number; after: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${walk(filter, comesAfter(after, order), order, size)}`.execute(db)
  return rows.map(({ id }) => id)
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
