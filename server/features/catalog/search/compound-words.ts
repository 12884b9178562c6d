import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { hasMatchingPart } from './has-matching-part.ts'
import { buildTsquery, EXACT_ANYWHERE } from './search-query.ts'
import type { Word } from './synonyms.ts'

/** Shorter words are prefixes or suffixes of too many others. */
const MIN_LETTERS = 3

/** Splits an unknown compound into two words that name parts: 'brakepad'. */
export async function splitCompound(db: Db, piece: string): Promise<Word[] | undefined> {
  const { rows } = await sql<{ first: string; second: string }>`
    select left(${piece}, n) as first, substr(${piece}, n + 1) as second
    from generate_series(${MIN_LETTERS}::int, length(${piece}) - ${MIN_LETTERS}) n
    where exists (select from vocabulary where naming and word = left(${piece}, n))
    and exists (select from vocabulary where naming and word = substr(${piece}, n + 1))
    order by n desc limit 1`.execute(db)
  const [apart] = rows
  if (!apart) return undefined
  const words = [[apart.first], [apart.second]]
  return (await hasMatchingPart(db, buildTsquery([words], EXACT_ANYWHERE))) ? words : undefined
}

/** Finds the known compounds of adjacent words: 'seat post'. */
export async function findCompounds(db: Db, words: Word[]): Promise<Set<string>> {
  const pairs = words.slice(1).map((second, n) => [...(words[n] ?? []), ...second])
  const joined = pairs
    .filter((pair) => pair.length === 2 && pair.every(isLong))
    .map((pair) => pair.join(''))
  if (joined.length === 0) return new Set()
  const { rows } = await sql<{ one: string }>`
    select one from unnest(${joined}::text[]) one
    where exists (select from vocabulary where word between one and one || chr(1114111))`.execute(
    db,
  )
  return new Set(rows.map(({ one }) => one))
}

function isLong(piece: string): boolean {
  return piece.length >= MIN_LETTERS && /^\D+$/.test(piece)
}
