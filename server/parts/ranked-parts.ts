import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { hasWords } from './part-filter.ts'
import { selectParts } from './part-row.ts'
import { CATALOGUE, countAFew, partsInOrder } from './parts-in-order.ts'
import type { Search } from './search/read-search.ts'

type Row = Awaited<ReturnType<ReturnType<typeof selectParts>['execute']>>[number]

/** A part's place. One that the search does not find has no rank. */
interface Place {
  rank: number
  position: number
}

/** So many are ranked all at once; of more one rank is read after the other. */
const FEW = 5000

/**
 * The wanted parts that a search finds, best first: the part whose number was typed, then rank by
 * rank those that mean it most, each rank in the catalogue's order.
 */
export async function rankedParts(
  db: Db,
  wanted: Expression<SqlBool>,
  search: Search,
  { size, after, count }: { size: number; after: string | undefined; count: number },
): Promise<Row[]> {
  const from = after === undefined ? undefined : await placeOf(db, search, after)
  if (after !== undefined && typeof from?.rank !== 'number') return []
  return count > FEW
    ? rankAfterRank(db, wanted, search, { size, from })
    : allRanked(db, wanted, search, { size, from })
}

/** Which place a part has; also one that has left the catalogue since. */
async function placeOf(db: Db, search: Search, id: string): Promise<Place | undefined> {
  return db
    .selectFrom('parts')
    .select(['position', rankIn(search).as('rank')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The rank of a row of `parts`: 0 has the number that was typed. */
function rankIn({ sku, ranks }: Search) {
  const cases = ranks.map((rank, n) => sql`when words @@ ${rank}::tsquery then ${sql.lit(n + 1)}`)
  return sql<number>`case when ${hasNumber(sku)} then 0 else (
    select case ${sql.join(cases, sql` `)} end from part_words where part_id = parts.id) end`
}

function hasNumber(sku: string | undefined): Expression<SqlBool> {
  return sku ? sql<SqlBool>`coalesce(parts.sku like ${sku}, false)` : sql<SqlBool>`false`
}

function allRanked(
  db: Db,
  wanted: Expression<SqlBool>,
  search: Search,
  { size, from }: { size: number; from: Place | undefined },
): Promise<Row[]> {
  const rank = rankIn(search)
  const query = selectParts(db).where(wanted).orderBy(rank).orderBy('position').limit(size)
  const rest = from && sql<SqlBool>`(${rank}, position) > (${from.rank}, ${from.position})`
  return (rest ? query.where(rest) : query).execute()
}

async function rankAfterRank(
  db: Db,
  wanted: Expression<SqlBool>,
  { sku, ranks }: Search,
  { size, from }: { size: number; from: Place | undefined },
): Promise<Row[]> {
  const rows: Row[] = []
  const numbered = hasNumber(sku)
  const read = async (conditions: Expression<SqlBool>[], known: number) => {
    const some = await countAFew(db, conditions, known)
    const page = { size: size - rows.length, count: some }
    if (some > 0) rows.push(...(await partsInOrder(db, conditions, CATALOGUE, page)))
  }
  const afterIn = (rank: number) =>
    rank === from?.rank ? [sql<SqlBool>`position > ${from.position}`] : []
  if (sku && !from?.rank) await read([wanted, numbered, ...afterIn(0)], 1)
  for (let rank = from?.rank || 1; rank <= ranks.length && rows.length < size; rank++) {
    const better = ranks.slice(0, rank - 1).map((one) => ` & !(${one})`)
    const words = `(${ranks[rank - 1]})${better.join('')}`
    // Most ranks of most searches are empty, which the words alone know soonest.
    const known = await countWords(db, words)
    const conditions = [wanted, hasWords(words), sql<SqlBool>`not ${numbered}`, ...afterIn(rank)]
    if (known > 0) await read(conditions, known)
  }
  return rows
}

/** How many parts have the words, on sale or not; it is counted no further than to be many. */
async function countWords(db: Db, words: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from part_words where words @@ ${words}::tsquery limit ${FEW + 1}
    ) few`.execute(db)
  return rows[0]?.count ?? 0
}
