import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { type PartRow, selectParts } from '../parts/read-part.ts'
import { selectRankedIds } from '../search/search-functions.ts'
import type { Search } from '../search/search-query.ts'
import type { PartCount } from './count-parts.ts'
import { matchesQuery, type PartQuery } from './part-query.ts'

interface SearchQuery extends PartQuery {
  search: Search
}

/** Position of a part in the ranked results. The rank is null if the search does not find it. */
interface RankPosition {
  rank: number | null
  position: number
}

interface PageOptions extends Partial<PartCount> {
  size: number
  after?: string | undefined
}

/**
 * Lists one page of search results, best first: parts whose SKU was typed, then the other matches by
 * rank. Parts of the same rank are in catalogue order.
 */
export async function listRankedParts(
  db: Db,
  query: SearchQuery,
  { size, after, count, ids }: PageOptions,
): Promise<PartRow[]> {
  if (count === 0) return []
  const allSkuMatches = await readPartsBySku(db, query)
  const excludedIds = allSkuMatches.map(({ id }) => id)
  const lastIndex = after === undefined ? -1 : excludedIds.indexOf(after)
  const skuMatches =
    lastIndex === -1 && after !== undefined
      ? []
      : allSkuMatches.slice(lastIndex + 1, lastIndex + 1 + size)
  if (skuMatches.length === size || skuMatches.length === count) return skuMatches
  const from = lastIndex === -1 ? after : undefined
  const rest = { size: size - skuMatches.length, excludedIds }
  const restIds = ids && sliceIdsAfter(ids, from, rest)
  const ranked = restIds
    ? readPartsByIds(db, sql`unnest(${restIds}::uuid[])`)
    : listByRank(db, query, from, rest)
  return [...skuMatches, ...(await ranked)]
}

async function readPartsBySku(db: Db, query: SearchQuery): Promise<PartRow[]> {
  const { skus } = query.search
  if (skus.length === 0) return []
  return selectParts(db)
    .where('sku', 'in', skus)
    .where(matchesQuery(query))
    .orderBy('position')
    .execute()
}

/** Reads the position of a part, deleted or not. */
async function readRankPosition(
  db: Db,
  search: Search,
  id: string,
): Promise<RankPosition | undefined> {
  return db
    .selectFrom('parts')
    .select('position')
    .select(
      sql<number | null>`(select ${buildRank(search)} from part_words where part_id = parts.id)`.as(
        'rank',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Builds the expression for the rank of a row of `part_words`, starting at 1. */
function buildRank({ rowRankQueries }: Search) {
  if (rowRankQueries.length === 0) return sql<number | null>`null::int`
  const cases = rowRankQueries.map(
    (rank, n) => sql`when words @@ ${rank}::tsquery then ${sql.lit(n + 1)}`,
  )
  return sql<number | null>`case ${sql.join(cases, sql` `)} end`
}

interface RestOptions {
  size: number
  excludedIds: string[]
}

/** Returns undefined if `after` is not among the ids because the part was deleted since. */
function sliceIdsAfter(
  ids: string[],
  after: string | undefined,
  { size, excludedIds }: RestOptions,
): string[] | undefined {
  const lastIndex = after === undefined ? -1 : ids.indexOf(after)
  if (lastIndex === -1 && after !== undefined) return undefined
  return ids
    .slice(lastIndex + 1)
    .filter((id) => !excludedIds.includes(id))
    .slice(0, size)
}

async function listByRank(
  db: Db,
  query: SearchQuery,
  after: string | undefined,
  { size, excludedIds }: RestOptions,
): Promise<PartRow[]> {
  const { search } = query
  const from =
    after === undefined ? { rank: 1, position: 0 } : await readRankPosition(db, search, after)
  if (!from?.rank || search.rankQueries.length === 0) return []
  const cursor = { ...from, rank: from.rank, excludedIds, limit: size }
  return readPartsByIds(db, selectRankedIds(search.rankQueries, query, cursor))
}

/** Reads the parts with these ids, in the order of the ids. */
function readPartsByIds(db: Db, ids: RawBuilder<unknown>): Promise<PartRow[]> {
  const found = sql<{ part_id: string; place: number }>`${ids} with ordinality`
  return selectParts(db)
    .innerJoin(found.as<'found'>(sql`found (part_id, place)`), 'found.part_id', 'parts.id')
    .orderBy('found.place')
    .execute()
}
