import { listPartNumberCorrections, toCodeKey } from '@freehub/contract/order-pad/codes'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { prepared } from '../../../platform/database/connections/prepared-statements.ts'
import {
  buildRelaxedQueries,
  buildSkuQuery,
  buildTsquery,
  listPrefixTokens,
  type MatchScope,
  type PrefixExpansions,
  RANK_SCOPES,
} from './build-tsquery.ts'
import { hasAnyMatch, type Search } from './find-matches.ts'
import {
  COLORS,
  classifyWord,
  type Interpretation,
  interpretWords,
  isCompetitor,
  KNOWN_WORDS,
  TERM_LENGTHS,
  type Terms,
  type Word,
} from './interpret-words.ts'
import { findNearestWord, type KnownWord, MIN_LETTERS } from './nearest-word.ts'

/**
 * Parses a typed search. The database tokenizes it like part texts. A word that is no prefix in the vocabulary is split
 * as a compound or corrected. An unknown word is left out if the search has a code or names a type. Punctuation alone
 * matches nothing. A misspelt SKU that matches nothing is corrected. By default, a search of several words is relaxed
 * if no part contains all words. With a named type, only parts of the type count. Without one, a relaxed search needs a
 * code, or sizes beside words of a part: 'presta 48mm', not 'helmet 48mm'. `relax` overrides the default for searches
 * with a type. With `relax`, true or false, a search without a type is never relaxed.
 */
export async function parseSearch(db: Db, typed: string, relax?: boolean): Promise<Search> {
  const tokenized = await tokenize(db, typed)
  const [codes, families, competitors] = await Promise.all([
    findCodes(db, tokenized),
    tokenized.length > 1 ? readFamilyWords(db) : new Set<string>(),
    findUnusedCompetitorNames(db, tokenized),
  ])
  const withoutBrands = tokenized.filter(({ text }) => !codes.brands.has(toCodeKey(text)))
  const withoutCompetitors = withoutBrands.filter(({ text }) => !competitors.has(text))
  const named = withoutCompetitors.some(({ text }) => text) ? withoutCompetitors : withoutBrands
  const words = named.map((word) => (codes.texts.has(word.text) ? { ...word, known: [] } : word))
  const compounds = words.flatMap(({ compound }) => compound ?? [])
  const terms: Terms = new Map([
    ...compounds.map((word): [string, Interpretation[]] => [word, [[[word]]]]),
    ...codes.terms,
  ])
  const interpret = (some: CorrectedWord[]) =>
    interpretWords(
      some.flatMap((one) => one.words),
      terms,
    ).map((meant) => ({
      words: meant.filter((word) => word.length > 0),
      typeWord: findTypeWord(meant, families),
    }))

  const corrected = await correctWords(db, words)
  const known = corrected.filter(({ isUnknown }) => !isUnknown)
  const hasCode = codes.skus.length > 0
  const canLeaveOut = hasCode || interpret(known).some(({ typeWord }) => typeWord)
  const used = canLeaveOut ? known : corrected
  const interpretations = interpret(used)
  const expansions = await readPrefixExpansions(db, listPrefixTokens(interpretations))
  const hasType = interpretations.some(({ typeWord }) => typeWord)
  const phrases = interpretations.map(({ words }) => words).filter(({ length }) => length > 1)
  const canRelax =
    phrases.length > 0 &&
    (hasType || (relax === undefined && (hasCode || phrases.some((words) => words.some(isSize)))))
  const build = (scope: MatchScope) => buildTsquery(interpretations, scope, expansions)
  const isRelaxed =
    canRelax &&
    (relax ?? !(await hasAnyMatch(db, build({ marks: [''], isOfType: true })))) &&
    (hasType || hasCode || (await canLackSize(db, phrases)))
  const buildRelaxed = () =>
    hasCode && !hasType
      ? [buildSkuQuery(codes.skus)]
      : buildRelaxedQueries(splitAlternatives(typed, used).flatMap(interpret))
  const ranks = isRelaxed ? buildRelaxed() : RANK_SCOPES.map(build)
  const tsquery = ranks.at(-1) ?? ''
  const sku = relax === undefined && (await correctSku(db, typed, tsquery))
  if (sku) return { ...(await parseSearch(db, sku)), correctedText: sku }
  const skuQuery = buildSkuQuery([...listSkuTokens(typed), ...codes.skus])
  const skuRank = skuQuery && tsquery ? [`(${skuQuery}) & (${tsquery})`] : []
  const isChanged =
    used.length < withoutBrands.length ||
    used.some(({ text, isCorrected }) => isCorrected || codes.shortened.has(text))
  const getText = ({ text }: CorrectedWord) => codes.shortened.get(text) ?? text
  return {
    tsquery,
    rankQueries: [...skuRank, ...new Set(ranks)].filter(Boolean),
    isRelaxed,
    correctedText: isChanged ? used.map(getText).filter(Boolean).join(' ') : undefined,
  }
}

interface TokenizedWord {
  /** Empty for a context word, which also has no tokens. */
  text: string
  tokens: Word
  /** True for a token that is a vocabulary prefix, short, with a digit, a known term or a competitor. */
  known: boolean[]
  /** The word joined with the next one, if the vocabulary has it: 'seat post'. */
  compound?: string | null
}

/** Limits the words of a search, as each costs an index lookup. */
const MAX_WORDS = 12

/**
 * Tokenizes the words, without fillers and duplicates. If no word describes a part, uses only the last word. Treats
 * '700 x 25' as '700x25', '11 speed' as '11-speed', '29"' as '29-inch', '1/2"' as '12.7' and 'Ø160' as '160'.
 */
async function tokenize(db: Db, typed: string): Promise<TokenizedWord[]> {
  const joined = typed
    .replaceAll(/[øØ⌀]\s*(?=\d)/g, '')
    .replaceAll(/(?<!\d[\s-]?)1\/2\s*(?:["″”]|''|-?inch\b)(?!\s*[x×])/gi, '12.7')
    .replaceAll(/([x×]\s*\d+(?:[.,]\d+)?)(?:\s*(?:["″”]|'')|in\b)/gi, '$1')
    .replaceAll(/(?<![\d/.])(\d+(?:\.\d+)?)(?:\s*(?:["″”]|'')|in\b)/gi, '$1-inch')
    .replaceAll(/(\d)\s*[x×]\s*(?=\d)/gi, '$1x')
    .replaceAll(/(\d)\s+(?=mm\b)/gi, '$1')
    .replaceAll(/(\d)\s+(?=(?:holes?|inch|links?|speeds?|teeth|tooth)\b)/gi, '$1-')
  const all = [...new Set(joined.split(/\s+/))]
  const described = all.filter((text) => classifyWord(text) !== 'filler')
  const isDescribed = described.some((text) => classifyWord(text) === 'other')
  const words = (isDescribed ? described : all.slice(-1)).slice(0, MAX_WORDS)
  const { rows } = await sql<TokenizedWord>`${prepared}
    select text, tokens, array(
      select length(token) < ${MIN_LETTERS} or token ~ '[0-9]' or exists (select from words_with_prefix(token))
      from unnest(tokens) with ordinality as u (token, n) order by n
    ) as known, (
      select compound from replace(pair, ' ', '') compound
      where pair ~ '^[^ 0-9]{3,} [^ 0-9]{3,}$' and exists (select from words_with_prefix(compound))
    ) as compound
    from (
      select *, array_to_string(tokens, ' ') || ' ' || lead(array_to_string(tokens, ' ')) over (order by n) as pair
      from unnest(${words}::text[]) with ordinality as typed (text, n), tokenize(text) as tokens where tokens <> '{}'
    ) words order by n`.execute(db)
  return rows.map((word) =>
    isDescribed && classifyWord(word.text) === 'context'
      ? { text: '', tokens: [], known: [] }
      : {
          ...word,
          known: word.tokens.map(
            (one, n) => word.known[n] || KNOWN_WORDS.has(one) || isCompetitor(word.text),
          ),
        },
  )
}

/** Shorter codes count only if the search names their brand, because they are often sizes or other numbers. */
const MIN_CODE_LENGTH = 3
/** Texts with a letter and at least this length also find the codes that begin with them. */
const MIN_PREFIX_LENGTH = 4
/** Maximum number of codes that are found in one search. */
const MAX_CODES = 8
/** A prefix of more codes is too ambiguous. */
const MAX_CODES_BY_PREFIX = 4
/** Limits the cost of a prefix that many codes share. */
const MAX_CODES_READ = 50

/**
 * Finds competitors' numbers and GTINs in adjacent words. `terms` maps each to the SKUs of its parts. `texts` are the
 * typed words of all found codes. The search drops the `brands`: 'KMC X11' finds the part with the number X11. An
 * unknown number is shortened at its last dash, point or slash: 'KMC X9.93' finds X9.
 */
async function findCodes(db: Db, words: TokenizedWord[]) {
  const shortened = words.map(({ text, tokens }) =>
    toSearchedCode([{ text: shorten(text), tokens }], text),
  )
  const runs = words.flatMap((_, n) => TERM_LENGTHS.map((length) => words.slice(n, n + length)))
  const byKey = new Map(
    [...shortened, ...runs.map((run) => toSearchedCode(run))].map((code) => [code.key, code]),
  )
  const codes = [...byKey.values()].filter(
    ({ key }) => /\d/.test(key) && (key.length >= MIN_CODE_LENGTH || /\D/.test(key)),
  )
  if (codes.length === 0)
    return { terms: [], skus: [], brands: new Set(), texts: new Set(), shortened: new Map() }
  const { rows } = await sql<CodeRow>`${prepared}
    select typed, key = typed as "isWhole", brand, tokenize(sku) as tokens, tokenize(sku || ' / ' || replace(sku, '-', '')) as sku
    from unnest(${codes.map(({ key }) => key)}::text[], ${codes.map(({ lastKey }) => lastKey)}::text[]) codes (typed, last_key)
    cross join lateral (
      select * from part_codes where key ~>=~ typed and key ~<=~ last_key
      order by key using ~<~ limit ${MAX_CODES_READ}
    ) found join parts on id = part_id and deleted_at is null and sku is not null
    where kind in ('gtin', 'competitor')
      and (length(typed) >= ${MIN_CODE_LENGTH} or code_key(brand) = any (${[...byKey.keys()]}::text[]))
    order by key <> typed, position limit ${MAX_CODES}`.execute(db)
  const found = rows.map((row) => ({ ...row, ...(byKey.get(row.typed) as SearchedCode) }))
  const byTerm = Map.groupBy(found, ({ term }) => term)
  const used = [...byTerm.values()].flatMap(chooseCodes)
  return {
    terms: [...Map.groupBy(used, ({ term }) => term)].map(
      ([term, parts]): [string, Interpretation[]] => [term, parts.map(({ tokens }) => [tokens])],
    ),
    skus: used.map(({ sku }) => sku),
    brands: new Set(used.map(({ brand }) => toCodeKey(brand))),
    texts: new Set(used.flatMap(({ texts }) => texts)),
    shortened: new Map(
      used.flatMap(({ shortenedFrom }) =>
        shortenedFrom ? [[shortenedFrom, shorten(shortenedFrom)]] : [],
      ),
    ),
  }
}

interface SearchedCode {
  key: string
  /** The last key that the text finds: `key` itself or the last with this prefix. */
  lastKey: string
  term: string
  texts: string[]
  /** The typed word, if the code is shortened. */
  shortenedFrom: string | undefined
}

interface CodeRow {
  typed: string
  isWhole: boolean
  brand: string
  tokens: Word
  sku: Word
}

/** Returns the whole codes, or else few codes with the typed prefix, or else shortened codes. */
function chooseCodes(found: (CodeRow & SearchedCode)[]): (CodeRow & SearchedCode)[] {
  const typed = found.filter(({ shortenedFrom }) => !shortenedFrom)
  const whole = typed.filter(({ isWhole }) => isWhole)
  if (whole.length > 0) return whole
  if (typed.length > MAX_CODES_BY_PREFIX) return []
  return typed.length > 0 ? typed : found
}

function toSearchedCode(
  words: Pick<TokenizedWord, 'text' | 'tokens'>[],
  shortenedFrom?: string,
): SearchedCode {
  const key = toCodeKey(words.map(({ text }) => text).join(''))
  const isPrefix = !shortenedFrom && key.length >= MIN_PREFIX_LENGTH && /\D/.test(key)
  const term = words.flatMap(({ tokens }) => tokens).join('')
  const texts = shortenedFrom ? [shortenedFrom] : words.map(({ text }) => text)
  return { key, lastKey: isPrefix ? `${key}\u{10ffff}` : key, term, texts, shortenedFrom }
}

const shorten = (text: string) => text.replace(/[-./][^-./]*$/, '')

/** Finds names of competitors and of their series that no part on sale contains. */
async function findUnusedCompetitorNames(db: Db, words: TokenizedWord[]): Promise<Set<string>> {
  const found = await Promise.all(
    words.map(async (word, n) => {
      if (word.tokens.length === 0) return []
      // A number is a series only after its competitor's name.
      const before = words.slice(Math.max(n - 1, 0), n).filter(({ tokens }) => tokens.length > 0)
      const name = [[word], [...before, word]].find((some) =>
        isCompetitor(some.map(({ text }) => text).join('')),
      )
      const tokens = name?.map((one) => one.tokens)
      return tokens && !(await hasWords(db, tokens)) ? [word.text] : []
    }),
  )
  return new Set(found.flat())
}

async function readFamilyWords(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`${prepared}
    select distinct unnest(tokenize(name)) as word from families`.execute(db)
  return new Set(rows.map(({ word }) => word))
}

/**
 * Finds the last word that names a family. Stops after such a word at the first context word, which has no tokens, or
 * size, which begins with a digit.
 */
function findTypeWord(words: Interpretation, families: Set<string>): string | undefined {
  let typeWord: string | undefined
  for (const word of words) {
    if (typeWord && !/^\D/.test(word.join(''))) break
    typeWord = word.findLast((token) => families.has(token)) ?? typeWord
  }
  return typeWord
}

const isSize = (word: Word) => /\d/.test(word.join(''))

/** True if words include a size, and a part on sale contains the others. */
async function canLackSize(db: Db, phrases: Interpretation[]): Promise<boolean> {
  for (const words of phrases) {
    const others = words.filter((word) => !isSize(word))
    const hasSize = others.length < words.length
    if (hasSize && (others.length === 0 || (await hasWords(db, others)))) return true
  }
  return false
}

/**
 * For 'A and B', returns two lists: the words without A, and the words without B. Otherwise returns one list with all
 * words.
 */
function splitAlternatives(typed: string, words: CorrectedWord[]): CorrectedWord[][] {
  const [, ...sides] = /(\S+) (?:and|or|&) (\S+)/i.exec(typed) ?? []
  const split = sides.map((side) => words.filter(({ text }) => text !== side))
  return split.length > 0 && split.every(({ length }) => length < words.length) ? split : [words]
}

/** Returns the SKU of the only part on sale that a misspelt SKU may mean, if nothing matches the search. */
async function correctSku(db: Db, typed: string, tsquery: string): Promise<string | undefined> {
  const key = toCodeKey(typed)
  const keys = /^[FH]/.test(key) ? listPartNumberCorrections(key) : []
  if (keys.length === 0 || (await hasAnyMatch(db, tsquery))) return undefined
  const skus = await db
    .selectFrom('part_codes')
    .innerJoin('parts', 'id', 'part_id')
    .select('sku')
    .distinct()
    .where('kind', 'in', ['sku', 'superseded'])
    .where('key', 'in', keys)
    .where('deleted_at', 'is', null)
    .limit(2)
    .execute()
  return skus.length === 1 ? (skus[0]?.sku ?? undefined) : undefined
}

/** A typed word after correction. */
interface CorrectedWord {
  text: string
  words: Word[]
  isCorrected?: boolean
  /** No part contains it, and nothing similar is known. */
  isUnknown?: boolean
}

/** With more unknown tokens than this, no word is corrected. */
const MAX_UNKNOWN_TOKENS = 4

/** Corrects unknown words, except the halves of compounds. */
async function correctWords(db: Db, words: TokenizedWord[]): Promise<CorrectedWord[]> {
  const areUnknown = words.map(
    ({ known, compound }, n) => known.includes(false) && !compound && !words[n - 1]?.compound,
  )
  const unknownTokenCount = words.flatMap(({ known }, n) =>
    areUnknown[n] ? known.filter((isKnown) => !isKnown) : [],
  ).length
  return Promise.all(
    words.map((word, n) =>
      areUnknown[n] && unknownTokenCount <= MAX_UNKNOWN_TOKENS
        ? correctWord(db, word)
        : { text: word.text, words: [word.tokens], isUnknown: areUnknown[n] },
    ),
  )
}

async function correctWord(db: Db, { text, tokens, known }: TokenizedWord): Promise<CorrectedWord> {
  const halves = tokens.length === 1 ? await splitCompound(db, tokens.join('')) : undefined
  if (halves) return { text, words: halves }
  const corrected = await Promise.all(
    tokens.map((one, n) => (known[n] || COLORS.has(one) ? one : correctToken(db, one))),
  )
  const isCorrected = corrected.some((one, n) => one !== tokens[n])
  const isUnknown = corrected.some((one, n) => !known[n] && one === tokens[n])
  return {
    text: isCorrected ? corrected.join(' ') : text,
    words: [corrected],
    isCorrected,
    isUnknown,
  }
}

/** Shorter halves of compounds are prefixes or suffixes of too many other words. */
const MIN_COMPOUND_LETTERS = 3

/** Splits an unknown compound into two words that name parts, if a part on sale contains both: 'brakepad'. */
async function splitCompound(db: Db, token: string): Promise<Word[] | undefined> {
  const { rows } = await sql<{ first: string; second: string }>`
    select left(${token}, n) as first, substr(${token}, n + 1) as second
    from generate_series(${MIN_COMPOUND_LETTERS}::int, length(${token}) - ${MIN_COMPOUND_LETTERS}) n
    where exists (select from vocabulary where naming and word = left(${token}, n))
    and exists (select from vocabulary where naming and word = substr(${token}, n + 1))
    order by n desc limit 1`.execute(db)
  const words = rows.flatMap(({ first, second }) => [[first], [second]])
  return words.length > 0 && (await hasWords(db, words)) ? words : undefined
}

/** True if a part on sale contains all words. The vocabulary also contains words of deleted parts. */
const hasWords = (db: Db, words: Word[]) =>
  hasAnyMatch(db, buildTsquery([{ words }], { marks: [''], isExact: true }))

/** Number of similar words of the vocabulary that are compared by edit distance. */
const MAX_CANDIDATES = 80

async function correctToken(db: Db, token: string): Promise<string> {
  const { rows } = await sql<KnownWord>`
    select word, naming from vocabulary
    order by word <-> ${token} limit ${MAX_CANDIDATES}`.execute(db)
  const nearest = findNearestWord(token, rows)
  return nearest && (await hasWords(db, [[nearest]])) ? nearest : token
}

/** Prefixes that begin more words are not expanded, but searched as prefixes. */
const MAX_EXPANSIONS = 64

async function readPrefixExpansions(db: Db, prefixes: string[]): Promise<PrefixExpansions> {
  if (prefixes.length === 0) return new Map()
  const { rows } = await sql<{ prefix: string; words: string[] }>`${prepared}
    select prefix, array(select words_with_prefix(prefix) limit ${MAX_EXPANSIONS + 1}) as words
    from unnest(${prefixes}::text[]) prefix`.execute(db)
  return new Map(
    rows
      .filter(({ words }) => words.length <= MAX_EXPANSIONS)
      .map(({ prefix, words }) => [prefix, words]),
  )
}

/**
 * Returns the tokens of a SKU: those of `fh-10104-5` and those of `fh-101045`. The letters, the dashes and the check
 * digit may be missing. Without a check digit, lists all ten possible SKUs. Lists none if the text is no SKU.
 */
function listSkuTokens(typed: string): Word[] {
  const chars = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const [, digits, check = '0123456789'] = /^(?:fh)?(\d{5})(\d)?$/.exec(chars) ?? []
  return digits ? [...check].map((digit) => ['fh', digits, digit, 'fh', digits + digit]) : []
}
