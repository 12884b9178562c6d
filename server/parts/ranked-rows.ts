import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { hasWords, isWanted, type PartFilter } from './part-filter.ts'
import { selectParts } from './part-row.ts'

type Row = Awaited<ReturnType<ReturnType<typeof selectParts>['execute']>>[number]

/**
 * The rows that a search finds, best first: the part whose number was typed, then those that have
 * all the words in their names, then the others; each of these in the catalogue's order. They are
 * read one rank after the other, so that a page of a large catalogue is read without ranking it all.
 */
export async function rankedRows(
  db: Db,
  filter: PartFilter,
  { size, after }: { size: number; after?: string | undefined },
): Promise<Row[]> {
  const ranks = ranksOf(filter)
  const from = after === undefined ? undefined : await placeOf(db, ranks, after)
  if (after !== undefined && !from) return []
  const rows: Row[] = []
  for (let rank = from?.rank ?? 0; rank < ranks.length && rows.length < size; rank++) {
    const better = ranks.slice(0, rank).map((one) => sql`not ${one}`)
    const query = selectParts(db)
      .where(isWanted(filter))
      .where(sql<boolean>`${sql.join([ranks[rank], ...better], sql` and `)}`)
      .$if(rank === from?.rank, (all) => all.where('position', '>', from?.position as number))
      .orderBy('position')
      .limit(size - rows.length)
    rows.push(...(await query.execute()))
  }
  return rows
}

/** The conditions that make a rank, best first; the last takes all that is found. */
function ranksOf({ search }: PartFilter) {
  const numbered = search?.sku
    ? sql<boolean>`coalesce(parts.sku like ${search.sku}, false)`
    : undefined
  return [
    ...(numbered ? [numbered] : []),
    ...(search ? [hasWords(search.inName)] : []),
    sql<boolean>`true`,
  ]
}

/** Which rank a part has, and its position there; also one that has left the catalogue since. */
async function placeOf(db: Db, ranks: ReturnType<typeof ranksOf>, id: string) {
  const first = sql.join(
    ranks.map((rank, n) => sql`when ${rank} then ${sql.lit(n)}`),
    sql` `,
  )
  return db
    .selectFrom('parts')
    .select(['position', sql<number>`case ${first} end`.as('rank')])
    .where('id', '=', id)
    .executeTakeFirst()
}
