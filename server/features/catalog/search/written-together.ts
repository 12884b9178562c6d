import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { onSaleWith } from './on-sale-with.ts'
import { queryOf, SOMEWHERE } from './search-query.ts'
import type { Word } from './trade-words.ts'

/** Shorter words begin or end too many others. */
const LEAST_LETTERS = 3

/** The two words that name parts of which a word is made that nobody knows: 'brakepad'. */
export async function takenApart(db: Db, piece: string): Promise<Word[] | undefined> {
  const { rows } = await sql<{ first: string; second: string }>`
    select left(${piece}, n) as first, substr(${piece}, n + 1) as second
    from generate_series(${LEAST_LETTERS}::int, length(${piece}) - ${LEAST_LETTERS}) n
    where exists (select from vocabulary where naming and word = left(${piece}, n))
    and exists (select from vocabulary where naming and word = substr(${piece}, n + 1))
    order by n desc limit 1`.execute(db)
  const [apart] = rows
  if (!apart) return undefined
  const words = [[apart.first], [apart.second]]
  return (await onSaleWith(db, queryOf([words], SOMEWHERE))) ? words : undefined
}

/** The known words that two words make which stand one after the other: 'seat post'. */
export async function putTogether(db: Db, words: Word[]): Promise<Set<string>> {
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
  return piece.length >= LEAST_LETTERS && /^\D+$/.test(piece)
}
