import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { findCompounds, splitCompound } from './compound-words.ts'
import { hasMatchingPart } from './has-matching-part.ts'
import { interpretWords } from './interpret-words.ts'
import { findNearestWord, MIN_LETTERS } from './nearest-word.ts'
import {
  buildTsquery,
  COUNT_SCOPES,
  EXACT_ANYWHERE,
  listPrefixTokens,
  type PrefixExpansions,
  RANK_SCOPES,
  type Search,
} from './search-query.ts'
import { isSynonymWord, type Word } from './synonyms.ts'

/** Limits the words of a search, as each costs an index lookup. */
const MAX_WORDS = 12
/** With more unknown words than this, none is corrected. */
const MAX_UNKNOWN_WORDS = 4
/** Most similar words of the vocabulary that are compared by edit distance. */
const MAX_CANDIDATES = 80

/**
 * Parses a typed search. The database tokenizes it like part texts. A word that is no prefix in the vocabulary
 * is split as a compound or corrected to the nearest word. Punctuation alone matches nothing.
 */
export async function parseSearch(db: Db, typed: string): Promise<Search> {
  const cut = await tokenize(db, typedWords(typed))
  const joined = await findCompounds(
    db,
    cut.map(({ pieces }) => pieces),
  )
  const words = cut.map((word, n) => (isHalf(joined, cut, n) ? asKnown(word) : word))
  const strange = words.flatMap(({ known }) => known.filter((one) => !one)).length
  const guessed = strange <= MAX_UNKNOWN_WORDS
  const meant = await Promise.all(
    words.map((word) => (guessed ? correctWord(db, word) : asTyped(word))),
  )
  const readings = interpretWords(
    meant.flatMap((word) => word.words),
    joined,
  )
  const expansions = await readPrefixExpansions(db, listPrefixTokens(readings))
  // Two scopes may give the same query; the map keeps one.
  const ofRow = new Map(
    RANK_SCOPES.map((place) => [
      buildTsquery(readings, place, expansions),
      buildTsquery(readings, place),
    ]),
  )
  ofRow.delete('')
  const ranks = [...ofRow.keys()]
  return {
    tsquery: ranks.at(-1) ?? '',
    rankQueries: ranks,
    rowRankQueries: [...ofRow.values()],
    countQueries: [
      ...new Set(COUNT_SCOPES.map((place) => buildTsquery(readings, place, expansions))),
    ].filter(Boolean),
    skus: parseSkus(typed),
    correctedText: meant.some((word) => word.corrected)
      ? meant.map(({ text }) => text).join(' ')
      : undefined,
  }
}

/** Splits words. Treats '700 x 25' as '700x25', and removes duplicates. */
function typedWords(typed: string): string[] {
  const joined = typed.replaceAll(/(\d)\s*[x×]\s*(?=\d)/gi, '$1x')
  return [...new Set(joined.split(/\s+/))].slice(0, MAX_WORDS)
}

interface TokenizedWord {
  text: string
  pieces: string[]
  /** For each token, whether it is a prefix in the vocabulary. Numbers and short tokens count as known. */
  known: boolean[]
}

async function tokenize(db: Db, words: string[]): Promise<TokenizedWord[]> {
  const { rows } = await sql<TokenizedWord>`
    select text, pieces, array(
      select length(piece) < ${MIN_LETTERS} or piece ~ '[0-9]' or exists (
        select from vocabulary where word between piece and piece || chr(1114111))
      from unnest(pieces) with ordinality as u (piece, n) order by n
    ) as known
    from unnest(${words}::text[]) with ordinality as typed (text, place),
      pieces_of(regexp_replace(text, '([0-9])\\s*[tT]\\M', '\\1 teeth', 'g')) as pieces
    where pieces <> '{}' order by place`.execute(db)
  return rows.map((row) => ({
    ...row,
    known: row.pieces.map((piece, n) => row.known[n] || isSynonymWord(piece)),
  }))
}

/** True if the word forms a known compound with the word before or after it. */
function isHalf(joined: Set<string>, words: TokenizedWord[], place: number): boolean {
  return [place, place + 1].some((end) =>
    joined.has(
      words
        .slice(Math.max(end - 1, 0), end + 1)
        .flatMap(({ pieces }) => pieces)
        .join(''),
    ),
  )
}

const asKnown = (word: TokenizedWord): TokenizedWord => ({
  ...word,
  known: word.pieces.map(() => true),
})

/** A typed word after correction. */
interface CorrectedWord {
  text: string
  words: Word[]
  corrected: boolean
}

const asTyped = ({ text, pieces }: TokenizedWord): CorrectedWord => ({
  text,
  words: [pieces],
  corrected: false,
})

async function correctWord(db: Db, word: TokenizedWord): Promise<CorrectedWord> {
  const { text, pieces, known } = word
  if (known.every(Boolean)) return asTyped(word)
  const [piece = '', ...others] = pieces
  const apart = others.length === 0 ? await splitCompound(db, piece) : undefined
  if (apart) return { text, words: apart, corrected: false }
  const meant = await Promise.all(pieces.map((one, n) => (known[n] ? one : correctToken(db, one))))
  const corrected = meant.some((one, n) => one !== pieces[n])
  return { text: corrected ? meant.join(' ') : text, words: [meant], corrected }
}

async function correctToken(db: Db, piece: string): Promise<string> {
  const { rows } = await sql<{ word: string; naming: boolean }>`
    select word, naming from vocabulary order by word <-> ${piece} limit ${MAX_CANDIDATES}`.execute(
    db,
  )
  const nearest = findNearestWord(piece, rows)
  // The vocabulary also contains words of deleted parts.
  return nearest && (await hasMatchingPart(db, buildTsquery([[[nearest]]], EXACT_ANYWHERE)))
    ? nearest
    : piece
}

/** Prefixes with more expansions are searched as prefixes. */
const MAX_EXPANSIONS = 64

async function readPrefixExpansions(db: Db, pieces: string[]): Promise<PrefixExpansions> {
  if (pieces.length === 0) return new Map()
  const { rows } = await sql<{ piece: string; words: string[] }>`
    select piece, array(
      select word from vocabulary where word between piece and piece || chr(1114111)
      limit ${MAX_EXPANSIONS + 1}
    ) as words from unnest(${pieces}::text[]) piece`.execute(db)
  return new Map(
    rows.flatMap(({ piece, words }) => (words.length > MAX_EXPANSIONS ? [] : [[piece, words]])),
  )
}

/** Parses a SKU, with or without letters, check digit and dashes. Lists all SKUs if the check digit is missing. */
function parseSkus(typed: string): string[] {
  const signs = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const number = /^(?:fh)?(\d{5})(\d)?$/.exec(signs)
  if (!number) return []
  const [, digits, check = '0123456789'] = number
  return [...check].map((one) => `FH-${digits}-${one}`)
}
