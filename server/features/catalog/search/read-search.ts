import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { LEAST_LETTERS, nearestWord } from './nearest-word.ts'
import { onSaleWith } from './on-sale-with.ts'
import { readingsOf } from './readings.ts'
import {
  type Begun,
  COUNTED,
  openPieces,
  PLACES,
  queryOf,
  type Search,
  SOMEWHERE,
} from './search-query.ts'
import { isTradeWord, type Word } from './trade-words.ts'
import { putTogether, takenApart } from './written-together.ts'

/** More words than anybody needs; each costs a look into the index. */
const WORDS_AT_MOST = 12
/** Who types more unknown words than this has not misspelt them; each would be looked for. */
const SLIPS_AT_MOST = 4
/** So many words of the vocabulary, the likest, are looked at closely. */
const LIKELY_WORDS = 80

/**
 * Reads what somebody typed. The database cuts it into pieces as it does the parts' texts. A word
 * that begins no word of the vocabulary is taken for two written together or for the nearest one.
 * Signs alone find nothing.
 */
export async function readSearch(db: Db, typed: string): Promise<Search> {
  const cut = await cutIntoPieces(db, typedWords(typed))
  const joined = await putTogether(
    db,
    cut.map(({ pieces }) => pieces),
  )
  const words = cut.map((word, n) => (isHalf(joined, cut, n) ? asKnown(word) : word))
  const strange = words.flatMap(({ known }) => known.filter((one) => !one)).length
  const guessed = strange <= SLIPS_AT_MOST
  const meant = await Promise.all(
    words.map((word) => (guessed ? meantBy(db, word) : asTyped(word))),
  )
  const readings = readingsOf(
    meant.flatMap((word) => word.words),
    joined,
  )
  const begun = await begunBy(db, openPieces(readings))
  // Where no word is begun otherwise, two places may be asked for alike.
  const ofRow = new Map(
    PLACES.map((place) => [queryOf(readings, place, begun), queryOf(readings, place)]),
  )
  ofRow.delete('')
  const ranks = [...ofRow.keys()]
  return {
    anywhere: ranks.at(-1) ?? '',
    ranks,
    ranksOfRow: [...ofRow.values()],
    counted: [...new Set(COUNTED.map((place) => queryOf(readings, place, begun)))].filter(Boolean),
    skus: skusOf(typed),
    corrected: meant.some((word) => word.corrected)
      ? meant.map(({ text }) => text).join(' ')
      : undefined,
  }
}

/** '700 x 25' is one word, as '700x25' is; a word typed twice counts once. */
function typedWords(typed: string): string[] {
  const joined = typed.replaceAll(/(\d)\s*[x×]\s*(?=\d)/gi, '$1x')
  return [...new Set(joined.split(/\s+/))].slice(0, WORDS_AT_MOST)
}

interface CutWord {
  text: string
  pieces: string[]
  /** Of each piece, whether a word of the vocabulary begins with it; numbers are taken as they are. */
  known: boolean[]
}

async function cutIntoPieces(db: Db, words: string[]): Promise<CutWord[]> {
  const { rows } = await sql<CutWord>`
    select text, pieces, array(
      select length(piece) < ${LEAST_LETTERS} or piece ~ '[0-9]' or exists (
        select from vocabulary where word between piece and piece || chr(1114111))
      from unnest(pieces) with ordinality as u (piece, n) order by n
    ) as known
    from unnest(${words}::text[]) with ordinality as typed (text, place),
      pieces_of(regexp_replace(text, '([0-9])\\s*[tT]\\M', '\\1 teeth', 'g')) as pieces
    where pieces <> '{}' order by place`.execute(db)
  return rows.map((row) => ({
    ...row,
    known: row.pieces.map((piece, n) => row.known[n] || isTradeWord(piece)),
  }))
}

/** Whether a known word is made of it and the word before or after it. */
function isHalf(joined: Set<string>, words: CutWord[], place: number): boolean {
  return [place, place + 1].some((end) =>
    joined.has(
      words
        .slice(Math.max(end - 1, 0), end + 1)
        .flatMap(({ pieces }) => pieces)
        .join(''),
    ),
  )
}

const asKnown = (word: CutWord): CutWord => ({ ...word, known: word.pieces.map(() => true) })

/** What a typed word is taken for, and whether that is said. */
interface MeantWord {
  text: string
  words: Word[]
  corrected: boolean
}

const asTyped = ({ text, pieces }: CutWord): MeantWord => ({
  text,
  words: [pieces],
  corrected: false,
})

async function meantBy(db: Db, word: CutWord): Promise<MeantWord> {
  const { text, pieces, known } = word
  if (known.every(Boolean)) return asTyped(word)
  const [piece = '', ...others] = pieces
  const apart = others.length === 0 ? await takenApart(db, piece) : undefined
  if (apart) return { text, words: apart, corrected: false }
  const meant = await Promise.all(pieces.map((one, n) => (known[n] ? one : nearestTo(db, one))))
  const corrected = meant.some((one, n) => one !== pieces[n])
  return { text: corrected ? meant.join(' ') : text, words: [meant], corrected }
}

async function nearestTo(db: Db, piece: string): Promise<string> {
  const { rows } = await sql<{ word: string; naming: boolean }>`
    select word, naming from vocabulary order by word <-> ${piece} limit ${LIKELY_WORDS}`.execute(
    db,
  )
  const nearest = nearestWord(piece, rows)
  // The vocabulary never forgets; a word whose parts are all gone is no help.
  return nearest && (await onSaleWith(db, queryOf([[[nearest]]], SOMEWHERE))) ? nearest : piece
}

/** More words that begin alike are not looked for one by one. */
const BEGUN_AT_MOST = 64

async function begunBy(db: Db, pieces: string[]): Promise<Begun> {
  if (pieces.length === 0) return new Map()
  const { rows } = await sql<{ piece: string; words: string[] }>`
    select piece, array(
      select word from vocabulary where word between piece and piece || chr(1114111)
      limit ${BEGUN_AT_MOST + 1}
    ) as words from unnest(${pieces}::text[]) piece`.execute(db)
  return new Map(
    rows.flatMap(({ piece, words }) => (words.length > BEGUN_AT_MOST ? [] : [[piece, words]])),
  )
}

/** A part number, whole or without its letters, its check digit or its dashes. */
function skusOf(typed: string): string[] {
  const signs = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const number = /^(?:fh)?(\d{5})(\d)?$/.exec(signs)
  if (!number) return []
  const [, digits, check = '0123456789'] = number
  return [...check].map((one) => `FH-${digits}-${one}`)
}
