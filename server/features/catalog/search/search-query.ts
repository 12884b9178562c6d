import type { Reading } from './readings.ts'
import type { Word } from './trade-words.ts'

/** What a typed search looks for. */
export interface Search {
  /** As tsquery: parts with all the words. */
  anywhere: string
  /** … and which of them mean it most, best first; the last is `anywhere`. */
  ranks: string[]
  /** … the same of a row that is read already, which knows itself how its words begin. */
  ranksOfRow: string[]
  /** … and some of them, soonest looked up first; the last is `anywhere`. */
  counted: string[]
  /** The part numbers that were typed, if it was one; several where its check digit is left out. */
  skus: string[]
  /** What was searched for in place of what was typed, where a word was misspelt. */
  corrected: string | undefined
}

/** Words of a sentence that say nothing of a part: 'tubes for 622'. */
const FILLERS = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

/** In front of words, as the migration marks them: which word says what the part is, and so on. */
const MARK = {
  thing: '!',
  called: '^',
  name: '=',
  family: '~',
  attribute: '-',
  beginsName: '<',
  beginsNumber: '>',
}

export interface Place {
  /** Of which words, by their marks. */
  marks: readonly string[]
  inRow?: boolean
  /** None longer than typed. */
  justSo?: boolean
  /** One of them is what the part is: of a brake lever, lever. */
  thing?: boolean
}

const named = [MARK.name]
const aboveDescription = [MARK.name, MARK.family, MARK.attribute]

const ANYWHERE: Place = { marks: [''] }
export const SOMEWHERE: Place = { marks: [''], justSo: true }

/**
 * Where words may stand in a part, where they mean it most first. The last but one has all that those
 * before it have: first_found counts on it.
 */
export const PLACES: readonly Place[] = [
  { marks: [MARK.called], inRow: true, justSo: true, thing: true },
  { marks: [MARK.called], inRow: true, justSo: true },
  { marks: named, inRow: true, justSo: true },
  { marks: named, justSo: true, thing: true },
  { marks: aboveDescription, justSo: true, thing: true },
  { marks: named, inRow: true },
  { marks: named },
  { marks: [MARK.name, MARK.family] },
  { marks: aboveDescription },
  ANYWHERE,
]

/**
 * Of these a search is counted, one after the other until there are many: names, and words as they are
 * typed, cost least to look up. The last are all.
 */
export const COUNTED: readonly Place[] = [
  { marks: named, justSo: true },
  { marks: named },
  SOMEWHERE,
  ANYWHERE,
]

/** Of a word that may go on, all known words that begin so; none where they are too many. */
export type Begun = ReadonlyMap<string, readonly string[]>

/** The tsquery for typed words in any of their readings. */
export function queryOf(readings: Reading[], place: Place, begun: Begun = new Map()): string {
  const queries = new Set(readings.map((reading) => queryOfOne(reading, place, begun)))
  return [...queries].join(' | ')
}

/** The last pieces of words, for which the known words are wanted that begin so. */
export function openPieces(readings: Reading[]): string[] {
  const last = readings.flatMap((reading) => reading.map((word) => word.at(-1) ?? ''))
  return [...new Set(last)].filter((piece) => piece.length >= 3 && !/\d/.test(piece))
}

/**
 * All words must be there. The pieces of one word stand side by side: '28/47-622' finds 28, 47, 622
 * in a row. Each word may be the beginning of a longer one, but a number or a letter only while it is
 * the last thing typed: '7-speed' is not 7.1, and a V-brake no valve.
 */
function queryOfOne(reading: Reading, place: Place, begun: Begun): string {
  const words = reading.filter(
    (word, n) => n === reading.length - 1 || !FILLERS.has(word.join(' ')),
  )
  const query = (place.inRow ? [words.flat()] : words)
    .map((word, n, all) => wordIn(word, place, isOpen(word, n === all.length - 1), begun))
    .join(' & ')
  if (!place.thing || words.length === 0) return query
  // The thing stands in the name, so that of a single word no more is to be known.
  const things = words.flat().map((piece) => `'${MARK.thing}${piece}'`)
  return things.length === 1 ? things.join('') : `${query} & (${things.join(' | ')})`
}

function wordIn(word: Word, place: Place, mayGoOn: boolean, begun: Begun): string {
  const isOpen = !place.justSo && mayGoOn
  const phrases = place.marks.flatMap((mark) => phrasesOf(word, mark, isOpen, begun))
  return anyOf(phrases)
}

function phrasesOf(word: Word, mark: string, isOpen: boolean, begun: Begun): string[] {
  if (word.length > 1 && (mark === MARK.name || mark === MARK.called))
    return [pairsOf(word, mark, isOpen)]
  const terms = (under: string) =>
    word.map((piece, n) =>
      isOpen && n === word.length - 1 ? openTerm(piece, under, begun) : term(under + piece),
    )
  // Of attributes the index knows single words: those of what stands side by side anywhere.
  if (word.length > 1 && mark === MARK.attribute)
    return [all([anyOf(phrasesOf(word, '', isOpen, begun)), ...terms(mark)])]
  if (mark === '' && isKnownPair(word, isOpen)) return pairAnywhere(word, isOpen, begun)
  const numbers = mark === '' ? numberPairsOf(word, isOpen) : []
  return [all([terms(mark).join(' <-> '), ...numbers])]
}

/** The index knows what stands side by side in a name: no row needs to be read for it. */
function pairsOf(word: Word, mark: string, mayGoOn: boolean): string {
  const pairs = word
    .slice(1)
    .map((piece, n) =>
      term(`${MARK.name}${word[n]} ${piece}`, mayGoOn && n === word.length - 2 ? '*' : ''),
    )
  const called = mark === MARK.called ? word.map((piece) => term(mark + piece)) : []
  return all([...called, ...pairs])
}

/** So it does of a number and what stands behind it anywhere, but for numbers that may go on. */
function isKnownPair([number = '', second = '', ...others]: Word, isOpen: boolean): boolean {
  return others.length === 0 && isNumber(number) && second !== '' && !(isOpen && isNumber(second))
}

/** '7-speed', or the other way about what measures a part: '104bcd', in names and attributes. */
function pairAnywhere([number = '', second = '']: Word, isOpen: boolean, begun: Begun): string[] {
  if (isNumber(second)) return [term(`${number} ${second}`)]
  const isShort = second.length <= 2
  const known = [second, ...((isOpen && begun.get(second)) || [])]
  const which = isOpen && !begun.has(second) ? '*' : ''
  return [
    ...known.map((one) => term(`${number} ${one}`, isShort ? '' : which)),
    ...known.map((one) => term(`${MARK.name}${number} ${one}`, which)),
    ...(isMeasure([number, second]) ? known.flatMap((one) => measured(number, one)) : []),
  ]
}

const measured = (number: string, word: string) => [
  term(`${word} ${number}`),
  term(`${MARK.name}${word} ${number}`),
]

/** Of more than two, whoever reads the rows for the others reads few. */
function numberPairsOf(word: Word, mayGoOn: boolean): string[] {
  const pairs = word.slice(1).map((piece, n) => ({
    pair: `${word[n]} ${piece}`,
    isLast: n === word.length - 2,
  }))
  return pairs
    .filter(({ pair }) => /^[\d.]+ [\d.]+$/.test(pair))
    .map(({ pair, isLast }) => term(pair, mayGoOn && isLast ? '*' : ''))
}

function all(conditions: string[]): string {
  return conditions.length > 1 ? `(${conditions.join(' & ')})` : conditions.join('')
}

function term(lexeme: string, which = ''): string {
  return `'${lexeme}'${which && `:${which}`}`
}

/**
 * What begins with a piece. To gather all that does is most of what a wide search costs, so the index is
 * asked for the words themselves, or for the one or two signs that words of names begin with.
 */
function openTerm(piece: string, mark: string, begun: Begun): string {
  if (piece.length <= 2) return anyOf(beginningsOf(piece, mark).map((one) => term(one)))
  const words = begun.get(piece)
  if (!words) return term(mark + piece, '*')
  return anyOf([...new Set([piece, ...words])].map((word) => term(mark + word)))
}

/** Of what is no name, number or family, a sign or two find the whole word alone. */
function beginningsOf(piece: string, mark: string): string[] {
  const { name, family, attribute, beginsName, beginsNumber } = MARK
  if (mark === name) return [beginsName + piece]
  if (mark === family) return [beginsNumber + piece]
  if (mark === attribute) return [attribute + piece]
  return [piece, beginsName + piece, beginsNumber + piece]
}

function anyOf(terms: string[]): string {
  return terms.length > 1 ? `(${terms.join(' | ')})` : terms.join('')
}

/** Three digits behind another number, as in 25-622, are whole: hardly a size has more. */
function isOpen(word: Word, isLast: boolean): boolean {
  const said = word.join('')
  if (!isLast) return said.length > 1 && !/\d$/.test(said)
  return !/\d \d{3,}$/.test(word.join(' '))
}

const isNumber = (piece: string) => /^\d/.test(piece)

/** '104bcd', which the catalogue says the other way about. A unit such as mm stands behind its number alone. */
function isMeasure([number = '', word = '', ...others]: Word): boolean {
  return others.length === 0 && /^\d/.test(number) && /^\D{3}/.test(word)
}
