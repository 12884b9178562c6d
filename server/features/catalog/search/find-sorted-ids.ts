import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import {
  formatUnindexedOrderBy,
  isAfterPart,
  type SortOrder,
  toUnindexedOrder,
} from '../list/sort-order.ts'
import { countPositionRanges, type IndexedOrder, type SortPosition } from './indexed-order.ts'
import type { CatalogueFilters } from './search-functions.ts'
import { selectPartsInRanges } from './search-functions.ts'

/** Matches that are fetched and sorted at a time. */
const MAX_SORTED = 1000
/** Position ranges that are sampled to estimate the distribution, and parts per range. */
const SAMPLED_RANGES = 8
const SAMPLED_PARTS = 64
/** After this many attempts, an index scan is faster. */
const MAX_ATTEMPTS = 10

interface SortedSearch {
  /** A tsquery. */
  query: string
  filters: CatalogueFilters
  order: SortOrder
  size: number
  /** Id of the last part on the previous page. */
  after?: string | undefined
}

/**
 * Finds the ids of the first matching parts in an order. Fetches a range of the order that likely fills the
 * page, then widens or narrows it. Returns undefined if matches lie too close together.
 */
export async function findSortedIds(db: Db, options: SortedSearch): Promise<string[] | undefined> {
  const { query, filters, order, size, after } = options
  const found: string[] = []
  let from = after === undefined ? undefined : await readPosition(db, order, after)
  const ends = await estimateEnds(db, options, from)
  let to = ends.next().value
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [low, high] = order.direction === 'asc' ? [from, to] : [to, from]
    const stretches = await order.listRanges(db, low, high)
    const gathered = selectPartsInRanges(query, [stretches], filters, MAX_SORTED + 1)
    const missing = size - found.length
    const { rows, isAll } = await sortMatches(db, gathered, order, found.at(-1) ?? after, missing)
    if (isAll) {
      found.push(...rows.map(({ id }) => id))
      if (rows.length === missing || to === undefined) return found
      from = to
      to = ends.next().value
    } else {
      // Too many matches in the range: narrow it to the last one that the page needs.
      const nearer = rows[missing - 1]?.place
      if (nearer === undefined || nearer === to) return undefined
      to = nearer
    }
  }
  return undefined
}

async function readPosition(
  db: Db,
  { positionSql }: IndexedOrder,
  id: string,
): Promise<SortPosition | undefined> {
  const { rows } = await sql<{ place: SortPosition }>`
    select ${sql.raw(positionSql)} as place from parts where id = ${id}`.execute(db)
  return rows[0]?.place
}

/** Estimates end positions of ranges that fill the page. Each range is twice as large as the one before. */
async function estimateEnds(
  db: Db,
  options: SortedSearch,
  from: SortPosition | undefined,
): Promise<Iterator<SortPosition, undefined>> {
  const stretches = await countPositionRanges(db)
  if (options.order.isCatalogueOrder) {
    const places = [...Array(stretches).keys()]
    if (options.order.direction === 'desc') places.reverse()
    return widenRange(
      places.slice(from === undefined ? 0 : places.indexOf(Number(from))),
      2,
      options.order,
    )
  }
  const sampled = Math.min(SAMPLED_RANGES, stretches)
  const places = await samplePositions(db, options, sampled, stretches)
  return widenRange(places, Math.ceil((1.5 * options.size * sampled) / stretches), options.order)
}

/** Yields rounded positions, or exact ones if rounding would include many more matches. */
function* widenRange(
  places: SortPosition[],
  count: number,
  { roundPosition = (place) => place, direction }: SortOrder,
): Generator<SortPosition, undefined> {
  let last: SortPosition | undefined
  for (let n = count; n <= places.length; n *= 2) {
    const exact = places[n - 1] as SortPosition
    const rounded = roundPosition(exact, direction)
    const isWithin = (other: SortPosition) =>
      direction === 'asc' ? other <= rounded : other >= rounded
    const place = places.findLastIndex(isWithin) < n - 1 + 2 * count ? rounded : exact
    if (place !== last) yield place
    last = place
  }
  return undefined
}

/** Reads the positions of a sample of matches, in order. */
async function samplePositions(
  db: Db,
  { query, filters, order, after }: SortedSearch,
  sampled: number,
  of: number,
): Promise<SortPosition[]> {
  const stretches = Array.from(
    { length: sampled },
    (_, n) => `'@${Math.floor(((n + 0.5) * of) / sampled)}'`,
  )
  const { rows } = await sql<{ place: SortPosition }>`
    select ${sql.raw(order.positionSql)} as place from ${selectPartsInRanges(query, stretches, filters, SAMPLED_PARTS)} parts
    where ${isAfterPart(after, toUnindexedOrder(order))}
    order by ${formatUnindexedOrderBy(order)}`.execute(db)
  return rows.map(({ place }) => place)
}

interface SortedMatches {
  rows: { id: string; place: SortPosition }[]
  isAll: boolean
}

/** Sorts the matches. `isAll` is false if there are more than were fetched. */
async function sortMatches(
  db: Db,
  parts: RawBuilder<unknown>,
  order: SortOrder,
  after: string | undefined,
  size: number,
): Promise<SortedMatches> {
  const { rows } = await sql<{ count: number; id: string | null; place: SortPosition }>`
    with gathered as materialized (select * from ${parts})
    select count, id, place
    from (select count(*) from gathered) counted left join lateral (
      select id, ${sql.raw(order.positionSql)} as place from gathered parts
      where ${isAfterPart(after, toUnindexedOrder(order))}
      order by ${formatUnindexedOrderBy(order)} limit ${size}
    ) first on true`.execute(db)
  const isAll = (rows[0]?.count ?? 0) <= MAX_SORTED
  return { rows: rows.filter(({ id }) => id !== null) as SortedMatches['rows'], isAll }
}
