import type { Word } from './interpret-words.ts'

/** Marks of indexed words, set by `build_search_words` in SQL. They state the role of a word. */
const MARK = {
  headNoun: '!',
  nameWithoutSizes: '^',
  name: '=',
  family: '~',
  attribute: '-',
  namePrefix: '<',
  numberPrefix: '>',
}

/** Known words by prefix. Prefixes with too many words are missing. */
export type PrefixExpansions = ReadonlyMap<string, readonly string[]>

/** Words of a search in the terms of the catalog. */
export interface SearchWords {
  words: Word[]
  /** The word for the kind of part, if it names a family: 'chain' in 'chain for a cassette'. */
  typeWord?: string | undefined
}

/** The texts of a part in which the words of a search must be, and how. */
export interface MatchScope {
  /** Roles of the words, by their marks. */
  marks: readonly string[]
  isPhrase?: boolean
  /** Matches whole words only, no prefixes. */
  isExact?: boolean
  /**
   * One word must be the head noun of the name: 'lever' in 'brake lever'. With 'family', the type word may be in the
   * family instead.
   */
  headNoun?: boolean | 'family'
  /** The part must be of the type, if the search names one. */
  isOfType?: boolean
}

const aboveDescription = [MARK.name, MARK.family, MARK.attribute]

/** Scopes by rank, the most specific first. The last includes all matches. */
export const RANK_SCOPES: readonly MatchScope[] = [
  { marks: [MARK.nameWithoutSizes], isPhrase: true, isExact: true, headNoun: true },
  { marks: [MARK.nameWithoutSizes], isPhrase: true, isExact: true },
  { marks: [MARK.name], isPhrase: true, isExact: true },
  { marks: [MARK.name], isExact: true, headNoun: 'family' },
  { marks: aboveDescription, isExact: true, headNoun: true },
  { marks: aboveDescription, isExact: true, headNoun: 'family' },
  { marks: [MARK.name], isPhrase: true },
  { marks: [MARK.name] },
  { marks: [MARK.name, MARK.family] },
  { marks: aboveDescription },
  { marks: [''] },
]

/**
 * Builds the tsquery of parts that have or supersede one of these SKUs. A SKU is given as its tokens with dashes, then
 * without dashes: `fh 10104 5 fh 101045`.
 */
export function buildSkuQuery(skus: Word[]): string {
  return skus.flatMap((tokens) => buildWord(tokens, MARK.family)).join(' | ')
}

/** Builds the tsquery that matches any of the interpretations. */
export function buildTsquery(
  interpretations: SearchWords[],
  scope: MatchScope,
  expansions: PrefixExpansions = new Map(),
): string {
  const queries = interpretations.map((one) => buildAllWords(one, scope, expansions))
  return joinUnique(queries)
}

const MAX_RELAXED_INTERPRETATIONS = 4

/**
 * Builds one tsquery for each rank. If the search names a type, all match only parts of the type. Ranks 1 and 2 leave
 * out one of the words besides the type, unless there is only one. Rank 1 searches names and families, rank 2 all
 * texts. Rank 3 requires any one of these words, rank 4 none. Without a type, builds only ranks 1 and 2. Omits empty
 * queries.
 */
export function buildRelaxedQueries(interpretations: SearchWords[]): string[] {
  const ofType = interpretations.filter(({ typeWord }) => typeWord)
  const relaxed = ofType.length > 0 ? ofType : interpretations
  const first = relaxed.slice(0, MAX_RELAXED_INTERPRETATIONS)
  const queriesByInterpretation = first.map(({ words, typeWord }) => {
    const type = typeWord ? [buildTypeCondition(typeWord)] : []
    const others = words.filter((word) => !typeWord || !word.includes(typeWord))
    const allButOne = [[MARK.name, MARK.family], ['']].map((marks) => {
      const conditions = others.map((word) =>
        joinOr(marks.flatMap((mark) => buildWord(word, mark))),
      )
      const kept = conditions.map((_, n) => conditions.toSpliced(n, others.length > 1 ? 1 : 0))
      return joinOr(kept.map((some) => joinAnd([...type, ...some])))
    })
    const any = joinOr(others.flatMap((word) => buildWord(word, '')))
    return [...allButOne, ...(typeWord ? [joinAnd([...type, any].filter(Boolean)), ...type] : [])]
  })
  return [0, 1, 2, 3]
    .map((rank) => joinUnique(queriesByInterpretation.flatMap((queries) => queries[rank] || [])))
    .filter(Boolean)
}

/** Matches parts of the type: the word is the head noun of the name, or names the family. */
const buildTypeCondition = (typeWord: string) =>
  joinOr([MARK.headNoun, MARK.family].map((mark) => formatTerm(mark + typeWord)))

/** Lists the tokens that may be prefixes: the last ones of words, from three characters on and without digits. */
export function listPrefixTokens(interpretations: SearchWords[]): string[] {
  const last = interpretations.flatMap(({ words }) => words).map((word) => word.at(-1) ?? '')
  return [...new Set(last)].filter((token) => token.length >= 3 && !/\d/.test(token))
}

/** Builds a query for all words. The tokens of one word must be adjacent: '28/47-622' matches 28, 47, 622 in a row. */
function buildAllWords(
  { words, typeWord }: SearchWords,
  scope: MatchScope,
  expansions: PrefixExpansions,
): string {
  const phrases = scope.isPhrase ? [words.flat()] : words
  const query = phrases
    .map((word, n) => {
      const isPrefix = !scope.isExact && canBePrefix(word, n === phrases.length - 1)
      const prefixes = isPrefix ? expansions : undefined
      return joinOr(scope.marks.flatMap((mark) => buildWord(word, mark, prefixes)))
    })
    .join(' & ')
  if (scope.isOfType && typeWord) return `${query} & ${buildTypeCondition(typeWord)}`
  if (!scope.headNoun || words.length === 0) return query
  // The head noun is always in the name, so a single word needs no other condition.
  const headNouns = words.flat().map((token) => formatTerm(MARK.headNoun + token))
  if (headNouns.length === 1) return headNouns.join('')
  if (typeWord && scope.headNoun === 'family') headNouns.push(formatTerm(MARK.family + typeWord))
  return `${query} & ${joinOr(headNouns)}`
}

/**
 * A letter, or a word that ends with a digit, is a prefix only as the last word. Otherwise '7 speed' would match 7.1.
 * Three or more digits after another number, as in 25-622, are complete.
 */
function canBePrefix(word: Word, isLast: boolean): boolean {
  const text = word.join('')
  return isLast ? !/\d \d{3,}$/.test(word.join(' ')) : text.length > 1 && !/\d$/.test(text)
}

/** Builds the alternatives that match one word in a role. Without `prefixes`, only the whole word. */
function buildWord(word: Word, mark: string, prefixes?: PrefixExpansions): string[] {
  const last = word.length - 1
  const terms = word.map((token, n) =>
    prefixes && n === last ? buildPrefixTerm(token, mark, prefixes) : formatTerm(mark + token),
  )
  if (last === 0) return terms
  const pairs = word.slice(1).map((token, n) => ({
    pair: `${word[n]} ${token}`,
    suffix: prefixes && n === last - 1 ? '*' : '',
  }))
  switch (mark) {
    // The index contains the adjacent pairs of names, so that no row is read.
    case MARK.name:
    case MARK.nameWithoutSizes: {
      const singleTerms =
        mark === MARK.nameWithoutSizes ? word.map((token) => formatTerm(mark + token)) : []
      const adjacent = pairs.map(({ pair, suffix }) => formatTerm(MARK.name + pair, suffix))
      return [joinAnd([...singleTerms, ...adjacent])]
    }
    // The index contains only single words of attributes, so adjacency is checked in all texts of the part.
    case MARK.attribute:
      return [joinAnd([joinOr(buildWord(word, '', prefixes)), ...terms])]
    case MARK.family:
      return [terms.join(' <-> ')]
  }
  const [first = '', second = ''] = word
  // The index contains pairs of a number and the next token. They do not serve a second number that may be a prefix.
  if (last === 1 && startsWithDigit(first) && !(prefixes && startsWithDigit(second)))
    return buildNumberPair(first, second, prefixes)
  // The index contains adjacent numbers, so that few rows are read.
  const numbers = pairs
    .filter(({ pair }) => /^[\d.]+ [\d.]+$/.test(pair))
    .map(({ pair, suffix }) => formatTerm(pair, suffix))
  return [joinAnd([terms.join(' <-> '), ...numbers])]
}

/**
 * Lists the alternatives for a number and the token after it, such as '7 speed'. A word of three or more letters,
 * except speed and teeth, can also precede the number: '104 bcd' also matches 'bcd 104'.
 */
function buildNumberPair(number: string, second: string, prefixes?: PrefixExpansions): string[] {
  const suffix = prefixes && !prefixes.has(second) ? '*' : ''
  const words = [second, ...(prefixes?.get(second) ?? [])]
  // Speed, teeth and shorter units such as mm always follow their number.
  const canPrecede = /^(?!speed|teeth)\D{3}/.test(second)
  return words.flatMap((word) => [
    // One or two characters are a prefix only in names.
    formatTerm(`${number} ${word}`, second.length <= 2 ? '' : suffix),
    formatTerm(`${MARK.name}${number} ${word}`, suffix),
    ...(canPrecede
      ? [formatTerm(`${word} ${number}`), formatTerm(`${MARK.name}${word} ${number}`)]
      : []),
  ])
}

const startsWithDigit = (token: string) => /^\d/.test(token)

/**
 * Builds the term for words that begin with `token`. The index contains prefixes of one or two characters. A longer
 * prefix becomes its known words, because a prefix scan is slow. If `expansions` lacks the prefix, the term scans.
 */
function buildPrefixTerm(token: string, mark: string, expansions: PrefixExpansions): string {
  if (token.length <= 2) {
    const { namePrefix, numberPrefix } = MARK
    // Outside names, numbers and families, one or two characters match only whole words.
    const marks = {
      [MARK.name]: [namePrefix],
      [MARK.family]: [numberPrefix],
      '': ['', namePrefix, numberPrefix],
    }[mark] ?? [mark]
    return joinOr(marks.map((one) => formatTerm(one + token)))
  }
  const words = expansions.get(token)
  if (!words) return formatTerm(mark + token, '*')
  return joinOr([...new Set([token, ...words])].map((word) => formatTerm(mark + word)))
}

function formatTerm(lexeme: string, suffix = ''): string {
  return `'${lexeme}'${suffix && `:${suffix}`}`
}

const joinUnique = (queries: string[]) => [...new Set(queries)].join(' | ')

function joinAnd(conditions: string[]): string {
  return conditions.length > 1 ? `(${conditions.join(' & ')})` : conditions.join('')
}

function joinOr(terms: string[]): string {
  return terms.length > 1 ? `(${terms.join(' | ')})` : terms.join('')
}
