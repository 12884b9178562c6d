import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/**
 * A sort order that the word index covers in ranges. Each part has a mark for its own position and marks for
 * wider ranges that contain it.
 */
export interface IndexedOrder {
  /** SQL expression for a row of `parts` that never decreases along the order. */
  positionSql: string
  /** Returns a tsquery of the ranges from one position to another, inclusive. Undefined means no bound. */
  listRanges(db: Db, from: SortPosition | undefined, to: SortPosition | undefined): Promise<string>
  /** Rounds a position outwards, to one that needs fewer ranges. */
  roundPosition?(position: SortPosition, direction: 'asc' | 'desc'): SortPosition
  /** True for catalogue order, whose positions are dense. */
  isCatalogueOrder?: true
}

export type SortPosition = number | string

/** Prefixes of range numbers in the index, set by the migrations, and range widths. */
const POSITIONS = [
  { mark: '%', width: 32 },
  { mark: '@', width: 1 },
]
const PRICES = [
  { mark: '$', width: 256 },
  { mark: '*', width: 16 },
  { mark: '+', width: 1 },
]

export const POSITION_INDEX: IndexedOrder = {
  positionSql: '((position - 1) / 1024)',
  isCatalogueOrder: true,
  listRanges: async (db, from = 0, to) =>
    coverRange(POSITIONS, Number(from), Number(to ?? (await countPositionRanges(db)) - 1)),
}

export const PRICE_INDEX: IndexedOrder = {
  positionSql: 'price_step(unit_price_cents)',
  listRanges: async (db, from, to) => {
    if (from !== undefined && to !== undefined) return coverRange(PRICES, Number(from), Number(to))
    const { lowest, highest } = await readPriceBounds(db)
    // Round to range boundaries, which needs fewer marks: no prices lie beyond.
    return coverRange(PRICES, Number(from ?? lowest & ~255), Number(to ?? highest | 255))
  },
  roundPosition: (position, direction) => {
    const first = Number(position) - (Number(position) % 16)
    return direction === 'asc' ? first + 15 : first
  },
}

/** Equals `folded(name)`, as in the indexes, but is faster for ASCII names. */
export const FOLDED_NAME =
  'case when octet_length(name) = length(name) then lower(name) else folded(name) end'

export const NAME_INDEX: IndexedOrder = {
  positionSql: `left(${FOLDED_NAME}, 5)`,
  listRanges: listNameRanges,
}

/** Covers a range with the fewest marks. */
function coverRange(marks: { mark: string; width: number }[], from: number, to: number): string {
  const found: string[] = []
  for (let at = from; at <= to; ) {
    const { mark, width } = marks.find(
      ({ width }) => at % width === 0 && (at + width - 1 <= to || width === 1),
    ) as (typeof marks)[number]
    found.push(`'${mark}${at / width}'`)
    at += width
  }
  return found.join(' | ')
}

/**
 * Lists the prefixes of names between two positions by a loose index scan: two characters, but five at the
 * first and the last position.
 */
async function listNameRanges(db: Db, from?: SortPosition, to?: SortPosition): Promise<string> {
  const [first, last] = [from ?? null, to ?? null]
  const { rows } = await sql<{ mark: string }>`
    with recursive beginnings (name, signs) as (
      select '', 0
      union all
      select next.name, case when left(next.name, 2) in (left(${first}, 2), left(${last}, 2)) then 5 else 2 end
      from beginnings, lateral (
        select folded(name) as name from parts
        where deleted_at is null and folded(name) collate "C" >= greatest(${first}::text collate "C", case
          when signs = 0 then ''
          when length(beginnings.name) < signs then beginnings.name || chr(1)
          else left(beginnings.name, signs) || chr(1114111) end)
        order by folded(name) collate "C" limit 1
      ) next
      where ${last}::text is null or left(next.name, 5) collate "C" <= ${last}
    )
    select (name_marks(name))[case signs when 2 then 1 else 2 end] as mark from beginnings where signs > 0`.execute(
    db,
  )
  return rows.map(({ mark }) => `'${mark}'`).join(' | ')
}

/** Reads the positions of the lowest and the highest price. */
async function readPriceBounds(db: Db): Promise<{ lowest: number; highest: number }> {
  const { rows } = await sql<{ lowest: number | null; highest: number | null }>`
    select price_step(min(unit_price_cents)) as lowest, price_step(max(unit_price_cents)) as highest
    from parts where deleted_at is null`.execute(db)
  return { lowest: rows[0]?.lowest ?? 0, highest: rows[0]?.highest ?? 0 }
}

/** Returns the number of ranges of 1,024 positions in the catalogue. */
export async function countPositionRanges(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select (max(position) - 1) / 1024 as last from parts`.execute(db)
  return (rows[0]?.last ?? 0) + 1
}
