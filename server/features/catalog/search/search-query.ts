import type { Interpretation } from './interpret-words.ts'
import type { Word } from './synonyms.ts'

/** A parsed search. */
export interface Search {
  /** Matches parts that contain all words. */
  tsquery: string
  /** One tsquery per rank, best first. The last equals `tsquery`. */
  rankQueries: string[]
  /** The same ranks for rows already read, with prefixes instead of expansions. */
  rowRankQueries: string[]
  /** Queries for counting, cheapest first. The last equals `tsquery`. */
  countQueries: string[]
  /** The typed SKU, if any. Several if its check digit is missing. */
  skus: string[]
  /** The corrected search, if a word was misspelt. */
  correctedText: string | undefined
}

/** Stop words, as in 'tubes for 622'. */
const FILLERS = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

/** Prefixes of indexed words, set by the migration. They state the role of a word. */
const MARK = {
  headNoun: '!',
  called: '^',
  name: '=',
  family: '~',
  attribute: '-',
  beginsName: '<',
  beginsNumber: '>',
}

export interface MatchScope {
  /** Roles of the words, by their marks. */
  marks: readonly string[]
  isPhrase?: boolean
  /** Matches whole words only, no prefixes. */
  isExact?: boolean
  /** One word must be the head noun of the name: for a brake lever, lever. */
  headNoun?: boolean
}

const named = [MARK.name]
const aboveDescription = [MARK.name, MARK.family, MARK.attribute]

const PREFIX_ANYWHERE: MatchScope = { marks: [''] }
export const EXACT_ANYWHERE: MatchScope = { marks: [''], isExact: true }

/**
 * Scopes by rank, best first. The last but one includes all matches of the scopes before it, on which
 * `first_found` relies.
 */
export const RANK_SCOPES: readonly MatchScope[] = [
  { marks: [MARK.called], isPhrase: true, isExact: true, headNoun: true },
  { marks: [MARK.called], isPhrase: true, isExact: true },
  { marks: named, isPhrase: true, isExact: true },
  { marks: named, isExact: true, headNoun: true },
  { marks: aboveDescription, isExact: true, headNoun: true },
  { marks: named, isPhrase: true },
  { marks: named },
  { marks: [MARK.name, MARK.family] },
  { marks: aboveDescription },
  PREFIX_ANYWHERE,
]

/**
 * Scopes that are counted one after the other until the limit is reached. Names and exact words are the
 * cheapest. The last includes all matches.
 */
export const COUNT_SCOPES: readonly MatchScope[] = [
  { marks: named, isExact: true },
  { marks: named },
  EXACT_ANYWHERE,
  PREFIX_ANYWHERE,
]

/** Known words by prefix. Prefixes with too many words are missing. */
export type PrefixExpansions = ReadonlyMap<string, readonly string[]>

/** Builds the tsquery that matches any of the interpretations. */
export function buildTsquery(
  interpretations: Interpretation[],
  scope: MatchScope,
  expansions: PrefixExpansions = new Map(),
): string {
  const queries = new Set(
    interpretations.map((interpretation) =>
      buildInterpretationQuery(interpretation, scope, expansions),
    ),
  )
  return [...queries].join(' | ')
}

/** Lists the last tokens of words, which may be prefixes. */
export function listPrefixTokens(interpretations: Interpretation[]): string[] {
  const last = interpretations.flatMap((interpretation) =>
    interpretation.map((word) => word.at(-1) ?? ''),
  )
  return [...new Set(last)].filter((piece) => piece.length >= 3 && !/\d/.test(piece))
}

/**
 * Builds a query for all words. The tokens of one word must be adjacent: '28/47-622' matches 28, 47, 622 in
 * a row. Each word may be a prefix, but a number or a letter only as the last word: '7-speed' must not match
 * 7.1, nor 'V-brake' a valve.
 */
function buildInterpretationQuery(
  interpretation: Interpretation,
  scope: MatchScope,
  expansions: PrefixExpansions,
): string {
  const words = interpretation.filter(
    (word, n) => n === interpretation.length - 1 || !FILLERS.has(word.join(' ')),
  )
  const query = (scope.isPhrase ? [words.flat()] : words)
    .map((word, n, joinAnd) =>
      buildWordQuery(word, scope, isPrefix(word, n === joinAnd.length - 1), expansions),
    )
    .join(' & ')
  if (!scope.headNoun || words.length === 0) return query
  // The head noun is always in the name, so a single word needs no other condition.
  const headNouns = words.flat().map((piece) => `'${MARK.headNoun}${piece}'`)
  return headNouns.length === 1 ? headNouns.join('') : `${query} & (${headNouns.join(' | ')})`
}

function buildWordQuery(
  word: Word,
  scope: MatchScope,
  canBePrefix: boolean,
  expansions: PrefixExpansions,
): string {
  const isPrefix = !scope.isExact && canBePrefix
  const phrases = scope.marks.flatMap((mark) => buildPhrases(word, mark, isPrefix, expansions))
  return joinOr(phrases)
}

function buildPhrases(
  word: Word,
  mark: string,
  isPrefix: boolean,
  expansions: PrefixExpansions,
): string[] {
  if (word.length > 1 && (mark === MARK.name || mark === MARK.called))
    return [buildPairs(word, mark, isPrefix)]
  const terms = (under: string) =>
    word.map((piece, n) =>
      isPrefix && n === word.length - 1
        ? buildPrefixTerm(piece, under, expansions)
        : formatTerm(under + piece),
    )
  // The index contains only single words of attributes, so adjacency is checked anywhere.
  if (word.length > 1 && mark === MARK.attribute)
    return [joinAnd([joinOr(buildPhrases(word, '', isPrefix, expansions)), ...terms(mark)])]
  if (mark === '' && isKnownPair(word, isPrefix)) return buildNumberPair(word, isPrefix, expansions)
  const numbers = mark === '' ? buildNumberPairs(word, isPrefix) : []
  return [joinAnd([terms(mark).join(' <-> '), ...numbers])]
}

/** The index contains the adjacent pairs of names, so that no row is read. */
function buildPairs(word: Word, mark: string, canBePrefix: boolean): string {
  const pairs = word
    .slice(1)
    .map((piece, n) =>
      formatTerm(
        `${MARK.name}${word[n]} ${piece}`,
        canBePrefix && n === word.length - 2 ? '*' : '',
      ),
    )
  const called = mark === MARK.called ? word.map((piece) => formatTerm(mark + piece)) : []
  return joinAnd([...called, ...pairs])
}

/** The index contains pairs of a number and the next token, except numbers that may be prefixes. */
function isKnownPair([number = '', second = '', ...others]: Word, isPrefix: boolean): boolean {
  return others.length === 0 && isNumber(number) && second !== '' && !(isPrefix && isNumber(second))
}

/** Matches '7-speed', and measures in either order, such as '104bcd', in names and attributes. */
function buildNumberPair(
  [number = '', second = '']: Word,
  isPrefix: boolean,
  expansions: PrefixExpansions,
): string[] {
  if (isNumber(second)) return [formatTerm(`${number} ${second}`)]
  const isShort = second.length <= 2
  const known = [second, ...((isPrefix && expansions.get(second)) || [])]
  const which = isPrefix && !expansions.has(second) ? '*' : ''
  return [
    ...known.map((one) => formatTerm(`${number} ${one}`, isShort ? '' : which)),
    ...known.map((one) => formatTerm(`${MARK.name}${number} ${one}`, which)),
    ...(isMeasure([number, second]) ? known.flatMap((one) => buildMeasureTerms(number, one)) : []),
  ]
}

const buildMeasureTerms = (number: string, word: string) => [
  formatTerm(`${word} ${number}`),
  formatTerm(`${MARK.name}${word} ${number}`),
]

/** Adds indexed number pairs to longer words, so that few rows are read. */
function buildNumberPairs(word: Word, canBePrefix: boolean): string[] {
  const pairs = word.slice(1).map((piece, n) => ({
    pair: `${word[n]} ${piece}`,
    isLast: n === word.length - 2,
  }))
  return pairs
    .filter(({ pair }) => /^[\d.]+ [\d.]+$/.test(pair))
    .map(({ pair, isLast }) => formatTerm(pair, canBePrefix && isLast ? '*' : ''))
}

function joinAnd(conditions: string[]): string {
  return conditions.length > 1 ? `(${conditions.join(' & ')})` : conditions.join('')
}

function formatTerm(lexeme: string, which = ''): string {
  return `'${lexeme}'${which && `:${which}`}`
}

/**
 * Matches a prefix. Prefix scans are most of the cost of a broad search, so the query lists the known words
 * instead, or uses the indexed first one or two characters of words.
 */
function buildPrefixTerm(piece: string, mark: string, expansions: PrefixExpansions): string {
  if (piece.length <= 2) return joinOr(listShortPrefixes(piece, mark).map((one) => formatTerm(one)))
  const words = expansions.get(piece)
  if (!words) return formatTerm(mark + piece, '*')
  return joinOr([...new Set([piece, ...words])].map((word) => formatTerm(mark + word)))
}

/** Outside names, numbers and families, one or two characters match only whole words. */
function listShortPrefixes(piece: string, mark: string): string[] {
  const { name, family, attribute, beginsName, beginsNumber } = MARK
  if (mark === name) return [beginsName + piece]
  if (mark === family) return [beginsNumber + piece]
  if (mark === attribute) return [attribute + piece]
  return [piece, beginsName + piece, beginsNumber + piece]
}

function joinOr(terms: string[]): string {
  return terms.length > 1 ? `(${terms.join(' | ')})` : terms.join('')
}

/** Three digits after another number, as in 25-622, are complete. */
function isPrefix(word: Word, isLast: boolean): boolean {
  const text = word.join('')
  if (!isLast) return text.length > 1 && !/\d$/.test(text)
  return !/\d \d{3,}$/.test(word.join(' '))
}

const isNumber = (piece: string) => /^\d/.test(piece)

/** True for '104bcd', which the catalogue writes in reverse. A unit such as mm always follows its number. */
function isMeasure([number = '', word = '', ...others]: Word): boolean {
  return others.length === 0 && /^\d/.test(number) && /^\D{3}/.test(word)
}
