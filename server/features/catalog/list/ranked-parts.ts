import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { type PartRow, selectParts } from '../parts/part-row.ts'
import { foundIds } from '../search/found-ids.ts'
import type { Search } from '../search/search-query.ts'
import type { Counted } from './count-parts.ts'
import { isWanted, type PartFilter } from './part-filter.ts'

interface Found extends PartFilter {
  search: Search
}

/** A part's place. One that the search does not find has no rank. */
interface Place {
  rank: number | null
  position: number
}

interface PageWanted extends Partial<Counted> {
  size: number
  after?: string | undefined
}

/**
 * The wanted parts that a search finds, best first: the part whose number was typed, then rank by
 * rank those that mean it most, each rank in the catalogue's order.
 */
export async function rankedParts(
  db: Db,
  filter: Found,
  { size, after, count, few }: PageWanted,
): Promise<PartRow[]> {
  if (count === 0) return []
  const numbered = await readNumbered(db, filter)
  const leftOut = numbered.map(({ id }) => id)
  const passed = after === undefined ? -1 : leftOut.indexOf(after)
  const first =
    passed === -1 && after !== undefined ? [] : numbered.slice(passed + 1, passed + 1 + size)
  if (first.length === size || first.length === count) return first
  const from = passed === -1 ? after : undefined
  const rest = { size: size - first.length, leftOut }
  const ids = few && idsAfter(few, from, rest)
  const ranked = ids ? read(db, sql`unnest(${ids}::uuid[])`) : rankAfterRank(db, filter, from, rest)
  return [...first, ...(await ranked)]
}

/** The parts whose number was typed. */
async function readNumbered(db: Db, filter: Found): Promise<PartRow[]> {
  const { skus } = filter.search
  if (skus.length === 0) return []
  return selectParts(db)
    .where('sku', 'in', skus)
    .where(isWanted(filter))
    .orderBy('position')
    .execute()
}

/** Which place a part has; also one that has left the catalogue since. */
async function placeOf(db: Db, search: Search, id: string): Promise<Place | undefined> {
  return db
    .selectFrom('parts')
    .select('position')
    .select(
      sql<number | null>`(select ${rankOf(search)} from part_words where part_id = parts.id)`.as(
        'rank',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The rank of a row of `part_words`, from 1 on. */
function rankOf({ ranksOfRow }: Search) {
  if (ranksOfRow.length === 0) return sql<number | null>`null::int`
  const cases = ranksOfRow.map(
    (rank, n) => sql`when words @@ ${rank}::tsquery then ${sql.lit(n + 1)}`,
  )
  return sql<number | null>`case ${sql.join(cases, sql` `)} end`
}

interface Rest {
  size: number
  leftOut: string[]
}

/** Undefined where they do not have the one that they come after: it has left the catalogue since. */
function idsAfter(
  few: string[],
  after: string | undefined,
  { size, leftOut }: Rest,
): string[] | undefined {
  const passed = after === undefined ? -1 : few.indexOf(after)
  if (passed === -1 && after !== undefined) return undefined
  return few
    .slice(passed + 1)
    .filter((id) => !leftOut.includes(id))
    .slice(0, size)
}

async function rankAfterRank(
  db: Db,
  filter: Found,
  after: string | undefined,
  { size, leftOut }: Rest,
): Promise<PartRow[]> {
  const { search } = filter
  const from = after === undefined ? { rank: 1, position: 0 } : await placeOf(db, search, after)
  if (!from?.rank || search.ranks.length === 0) return []
  const place = { ...from, rank: from.rank, leftOut, most: size }
  return read(db, foundIds(search.ranks, filter, place))
}

/** The parts of these ids, in the order of them. */
function read(db: Db, ids: RawBuilder<unknown>): Promise<PartRow[]> {
  const found = sql<{ part_id: string; place: number }>`${ids} with ordinality`
  return selectParts(db)
    .innerJoin(found.as<'found'>(sql`found (part_id, place)`), 'found.part_id', 'parts.id')
    .orderBy('found.place')
    .execute()
}
