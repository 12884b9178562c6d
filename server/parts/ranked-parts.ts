import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { hasWords } from './part-filter.ts'
import type { selectParts } from './part-row.ts'
import { CATALOGUE, countAFew, partsInOrder } from './parts-in-order.ts'
import type { Search } from './search/read-search.ts'

type Row = Awaited<ReturnType<ReturnType<typeof selectParts>['execute']>>[number]

/**
 * The wanted parts that a search finds, best first: the part whose number was typed, then those
 * that are called just so, then those whose names have words that begin so, side by side and then
 * anywhere, then the others; each of these in the catalogue's order.
 * One rank is read after the other, so that a page of very many is read without ranking them all.
 */
export async function rankedParts(
  db: Db,
  wanted: Expression<SqlBool>,
  search: Search,
  { size, after, count }: { size: number; after: string | undefined; count: number },
): Promise<Row[]> {
  const ranks = ranksOf(search)
  const from = after === undefined ? undefined : await placeOf(db, ranks, after)
  if (after !== undefined && !from) return []
  const rows: Row[] = []
  for (let rank = from?.rank ?? 0; rank < ranks.length && rows.length < size; rank++) {
    const conditions = [wanted, ...onlyIn(ranks, rank)]
    if (rank === from?.rank) conditions.push(sql<SqlBool>`position > ${from.position}`)
    const some = await countAFew(db, conditions, count)
    rows.push(
      ...(await partsInOrder(db, conditions, CATALOGUE, { size: size - rows.length, count: some })),
    )
  }
  return rows
}

/** The conditions that make a rank, best first; the last takes all that is found. */
function ranksOf({ sku, justSo, inRow, inName }: Search): Expression<SqlBool>[] {
  const numbered = sql<SqlBool>`coalesce(parts.sku like ${sku}, false)`
  const named = [...new Set([justSo, inRow, inName])]
  return [...(sku ? [numbered] : []), ...named.map(hasWords), sql<SqlBool>`true`]
}

function onlyIn(ranks: Expression<SqlBool>[], rank: number): Expression<SqlBool>[] {
  const better = ranks.slice(0, rank).map((one) => sql<SqlBool>`not ${one}`)
  return [...ranks.slice(rank, rank + 1), ...better]
}

/** Which rank a part has, and its position there; also one that has left the catalogue since. */
async function placeOf(db: Db, ranks: Expression<SqlBool>[], id: string) {
  const cases = ranks.map((rank, n) => sql`when ${rank} then ${sql.lit(n)}`)
  return db
    .selectFrom('parts')
    .select(['position', sql<number>`case ${sql.join(cases, sql` `)} end`.as('rank')])
    .where('id', '=', id)
    .executeTakeFirst()
}
