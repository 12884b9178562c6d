import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { Counted } from './count-parts.ts'
import { isWanted, type PartFilter } from './part-filter.ts'
import { type PartRow, selectParts } from './part-row.ts'
import { foundIds } from './search/found-ids.ts'
import type { Search } from './search/read-search.ts'

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
  const ids = numbered.map(({ id }) => id)
  const passed = after === undefined ? -1 : ids.indexOf(after)
  const first =
    passed === -1 && after !== undefined ? [] : numbered.slice(passed + 1, passed + 1 + size)
  if (first.length === size || first.length === count) return first
  const from =
    after === undefined || passed >= 0
      ? { rank: 1, position: 0 }
      : await placeOf(db, filter.search, after)
  if (!from?.rank || filter.search.ranks.length === 0) return first
  const rest = { ...from, rank: from.rank, size: size - first.length, leftOut: ids }
  const ranked = few ? rankFew(db, filter.search, few, rest) : rankAfterRank(db, filter, rest)
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
  rank: number
  position: number
  leftOut: string[]
}

/** Of few, each is asked for its rank. */
function rankFew(
  db: Db,
  search: Search,
  few: string[],
  { size, leftOut, rank, position }: Rest,
): Promise<PartRow[]> {
  // `offset 0`: each is asked once.
  const ranked = sql<{ part_id: string; rank: number }>`(
    select part_id, position, ${rankOf(search)} as rank
    from parts join part_words on part_id = id
    where id = any (${few}::uuid[]) and id <> all (${leftOut}::uuid[]) offset 0
  )`
  return selectParts(db)
    .innerJoin(ranked.as('ranked'), 'ranked.part_id', 'parts.id')
    .where(sql<boolean>`(ranked.rank, ranked.position) > (${rank}, ${position})`)
    .orderBy('ranked.rank')
    .orderBy('parts.position')
    .limit(size)
    .execute()
}

async function rankAfterRank(db: Db, filter: Found, { size, ...from }: Rest): Promise<PartRow[]> {
  const ids = foundIds(filter.search.ranks, filter, { ...from, most: size })
  const found = sql<{ part_id: string; place: number }>`${ids} with ordinality`
  return selectParts(db)
    .innerJoin(found.as<'found'>(sql`found (part_id, place)`), 'found.part_id', 'parts.id')
    .orderBy('found.place')
    .execute()
}
