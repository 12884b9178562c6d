import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import {
  buildTsquery,
  EXACT_ANYWHERE,
  listPrefixTokens,
  type PrefixExpansions,
  RANK_SCOPES,
} from './build-tsquery.ts'
import { findNearestWord, type KnownWord, MIN_LETTERS } from './nearest-word.ts'
import { hasAnyMatch, type Search } from './search-index.ts'
import { interpretWords, isSynonymWord, type Word } from './synonyms.ts'

/** Limits the words of a search, as each costs an index lookup. */
const MAX_WORDS = 12
/** With more unknown words than this, none is corrected. */
const MAX_UNKNOWN_WORDS = 4
/** Most similar words of the vocabulary that are compared by edit distance. */
const MAX_CANDIDATES = 80
/** Shorter parts of compounds are prefixes or suffixes of too many other words. */
const MIN_COMPOUND_LETTERS = 3
/** Prefixes with more expansions are searched as prefixes. */
const MAX_EXPANSIONS = 64

/**
 * Parses a typed search. The database tokenizes it like part texts. A word that is no prefix in the vocabulary
 * is split as a compound or corrected to the nearest word. Punctuation alone matches nothing.
 */
export async function parseSearch(db: Db, typed: string): Promise<Search> {
  const tokenized = await tokenize(db, typed)
  const compounds = await findCompounds(db, tokenized)
  const corrected = await correctWords(db, tokenized, compounds)
  const interpretations = interpretWords(
    corrected.flatMap(({ words }) => words),
    compounds,
  )
  const expansions = await readPrefixExpansions(db, listPrefixTokens(interpretations))
  // Two scopes may give the same query; the map keeps one.
  const ranks = new Map(
    RANK_SCOPES.map((scope) => [
      buildTsquery(interpretations, scope, expansions),
      buildTsquery(interpretations, scope),
    ]),
  )
  ranks.delete('')
  return {
    tsquery: [...ranks.keys()].at(-1) ?? '',
    exactQuery: buildTsquery(interpretations, EXACT_ANYWHERE),
    rankQueries: [...ranks.keys()],
    rowRankQueries: [...ranks.values()],
    skus: parseSkus(typed),
    correctedText: corrected.some(({ isCorrected }) => isCorrected)
      ? corrected.map(({ text }) => text).join(' ')
      : undefined,
  }
}

interface TokenizedWord {
  text: string
  tokens: string[]
  /** For each token, whether it is a prefix in the vocabulary. Numbers and short tokens count as known. */
  known: boolean[]
}

/** Tokenizes the words, without duplicates. Treats '700 x 25' as '700x25'. */
async function tokenize(db: Db, typed: string): Promise<TokenizedWord[]> {
  const joined = typed.replaceAll(/(\d)\s*[x×]\s*(?=\d)/gi, '$1x')
  const words = [...new Set(joined.split(/\s+/))].slice(0, MAX_WORDS)
  const { rows } = await sql<TokenizedWord>`
    select text, tokens, array(
      select length(token) < ${MIN_LETTERS} or token ~ '[0-9]' or exists (select from words_with_prefix(token))
      from unnest(tokens) with ordinality as u (token, n) order by n
    ) as known
    from unnest(${words}::text[]) with ordinality as typed (text, n), tokenize(text) as tokens
    where tokens <> '{}' order by n`.execute(db)
  return rows.map((row) => ({
    ...row,
    known: row.tokens.map((token, n) => row.known[n] || isSynonymWord(token)),
  }))
}

/** Finds the known compounds of adjacent words: 'seat post'. */
async function findCompounds(db: Db, words: TokenizedWord[]): Promise<Set<string>> {
  const isLong = (token: string) => token.length >= MIN_COMPOUND_LETTERS && /^\D+$/.test(token)
  const pairs = words.slice(1).map((second, n) => [...(words[n]?.tokens ?? []), ...second.tokens])
  const joined = pairs
    .filter((pair) => pair.length === 2 && pair.every(isLong))
    .map((pair) => pair.join(''))
  if (joined.length === 0) return new Set()
  const { rows } = await sql<{ compound: string }>`
    select compound from unnest(${joined}::text[]) compound
    where exists (select from words_with_prefix(compound))`.execute(db)
  return new Set(rows.map(({ compound }) => compound))
}

/** A typed word after correction. */
interface CorrectedWord {
  text: string
  words: Word[]
  isCorrected: boolean
}

/** Corrects unknown words, except the halves of compounds. */
async function correctWords(
  db: Db,
  words: TokenizedWord[],
  compounds: Set<string>,
): Promise<CorrectedWord[]> {
  const isCompound = (...halves: (TokenizedWord | undefined)[]) =>
    compounds.has(halves.flatMap((half) => half?.tokens ?? []).join(''))
  const isKnown = words.map(
    (word, n) =>
      word.known.every(Boolean) || isCompound(words[n - 1], word) || isCompound(word, words[n + 1]),
  )
  const unknown = words
    .filter((_, n) => !isKnown[n])
    .flatMap(({ known }) => known.filter((one) => !one))
  return Promise.all(
    words.map((word, n) =>
      isKnown[n] || unknown.length > MAX_UNKNOWN_WORDS
        ? { text: word.text, words: [word.tokens], isCorrected: false }
        : correctWord(db, word),
    ),
  )
}

async function correctWord(db: Db, { text, tokens, known }: TokenizedWord): Promise<CorrectedWord> {
  const [token = '', ...others] = tokens
  const parts = others.length === 0 ? await splitCompound(db, token) : undefined
  if (parts) return { text, words: parts, isCorrected: false }
  const corrected = await Promise.all(
    tokens.map((one, n) => (known[n] ? one : correctToken(db, one))),
  )
  const isCorrected = corrected.some((one, n) => one !== tokens[n])
  return { text: isCorrected ? corrected.join(' ') : text, words: [corrected], isCorrected }
}

/** Splits an unknown compound into two words that name parts: 'brakepad'. */
async function splitCompound(db: Db, token: string): Promise<Word[] | undefined> {
  const { rows } = await sql<{ first: string; second: string }>`
    select left(${token}, n) as first, substr(${token}, n + 1) as second
    from generate_series(${MIN_COMPOUND_LETTERS}::int, length(${token}) - ${MIN_COMPOUND_LETTERS}) n
    where exists (select from vocabulary where naming and word = left(${token}, n))
    and exists (select from vocabulary where naming and word = substr(${token}, n + 1))
    order by n desc limit 1`.execute(db)
  const words = rows.flatMap(({ first, second }) => [[first], [second]])
  return words.length > 0 && (await hasAnyMatch(db, words)) ? words : undefined
}

async function correctToken(db: Db, token: string): Promise<string> {
  const { rows } = await sql<KnownWord>`
    select word, naming from vocabulary order by word <-> ${token} limit ${MAX_CANDIDATES}`.execute(
    db,
  )
  const nearest = findNearestWord(token, rows)
  // The vocabulary also contains words of deleted parts.
  return nearest && (await hasAnyMatch(db, [[nearest]])) ? nearest : token
}

async function readPrefixExpansions(db: Db, prefixes: string[]): Promise<PrefixExpansions> {
  if (prefixes.length === 0) return new Map()
  const { rows } = await sql<{ prefix: string; words: string[] }>`
    select prefix, array(select words_with_prefix(prefix) limit ${MAX_EXPANSIONS + 1}) as words
    from unnest(${prefixes}::text[]) prefix`.execute(db)
  return new Map(
    rows
      .filter(({ words }) => words.length <= MAX_EXPANSIONS)
      .map(({ prefix, words }) => [prefix, words]),
  )
}

/** Parses a SKU, with or without letters, check digit and dashes. Lists all SKUs if the check digit is missing. */
function parseSkus(typed: string): string[] {
  const signs = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const [, digits, check = '0123456789'] = /^(?:fh)?(\d{5})(\d)?$/.exec(signs) ?? []
  return digits ? [...check].map((digit) => `FH-${digits}-${digit}`) : []
}
