import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/**
 * An order of parts that the index of words knows in stretches: by a mark of each part's place, and others of
 * as many places together as their width, the widest first.
 */
export interface Stretched {
  /** Of a row of `parts`: it grows, or stays, along the order. */
  place: string
  /** As tsquery, the stretches that are all from one place to the other; all, without one. */
  stretches(db: Db, from: Place | undefined, to: Place | undefined): Promise<string>
  /** A place a little before or behind this one, up to which they are fewer. */
  roundly?(place: Place, direction: 'asc' | 'desc'): Place
  /** Whether it is the catalogue's own, whose places are all taken. */
  isCatalogue?: true
}

export type Place = number | string

/** In front of numbers, as the migrations mark parts. */
const POSITIONS = [
  { mark: '%', width: 32 },
  { mark: '@', width: 1 },
]
const PRICES = [
  { mark: '$', width: 256 },
  { mark: '*', width: 16 },
  { mark: '+', width: 1 },
]

export const BY_POSITION: Stretched = {
  place: '((position - 1) / 1024)',
  isCatalogue: true,
  stretches: async (db, from = 0, to) =>
    stretchesOf(POSITIONS, Number(from), Number(to ?? (await countStretches(db)) - 1)),
}

export const BY_PRICE: Stretched = {
  place: 'price_step(unit_price_cents)',
  stretches: async (db, from, to) => {
    if (from !== undefined && to !== undefined) return stretchesOf(PRICES, Number(from), Number(to))
    const { lowest, highest } = await readPrices(db)
    // To the ends of octaves, for that is less to say: nothing lies beyond.
    return stretchesOf(PRICES, Number(from ?? lowest & ~255), Number(to ?? highest | 255))
  },
  roundly: (place, direction) => {
    const first = Number(place) - (Number(place) % 16)
    return direction === 'asc' ? first + 15 : first
  },
}

/** As `folded(name)`, which the indexes know, but sooner of most rows. */
export const FOLDED_NAME =
  'case when octet_length(name) = length(name) then lower(name) else folded(name) end'

export const BY_NAME: Stretched = {
  place: `left(${FOLDED_NAME}, 5)`,
  stretches: namesBetween,
}

/** As few as there may be. */
function stretchesOf(marks: { mark: string; width: number }[], from: number, to: number): string {
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
 * What names begin with is looked up, one beginning after the other: two signs, but five where the first
 * and the last place share them.
 */
async function namesBetween(db: Db, from?: Place, to?: Place): Promise<string> {
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

/** The places of the lowest and the highest price of all. */
async function readPrices(db: Db): Promise<{ lowest: number; highest: number }> {
  const { rows } = await sql<{ lowest: number | null; highest: number | null }>`
    select price_step(min(unit_price_cents)) as lowest, price_step(max(unit_price_cents)) as highest
    from parts where deleted_at is null`.execute(db)
  return { lowest: rows[0]?.lowest ?? 0, highest: rows[0]?.highest ?? 0 }
}

/** How many stretches of 1,024 places the catalogue has. */
export async function countStretches(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select (max(position) - 1) / 1024 as last from parts`.execute(db)
  return (rows[0]?.last ?? 0) + 1
}
