import {
  expandKey,
  isPartNumber,
  listCodeKeys,
  listPartNumberCorrections,
  MAX_CODE_LENGTH,
  padGtin,
  toCodeKey,
  toUpperAlphanumeric,
} from './codes.ts'

/** Maximum number of keys for codes inside the texts of one paste. */
export const MAX_KEYS = 20_000

/** Returns whether a key is in the catalog or one of the customer's own numbers. */
export type IsKnown = (key: string) => boolean

/** A known code in a text, or a misspelt code with known corrections. */
export interface FoundCode {
  text: string
  keys: string[]
  /** Position in the text. */
  start: number
  end: number
}

/** Maximum number of characters of a paste in which `listTextKeys` searches, shortest cells first. */
const MAX_SEARCHED_LENGTH = 120_000

/**
 * Maps each cell to the code keys of its whole text. A text that is too long for a code has no keys. The
 * cells are results of `cleanCell`.
 */
export function listCellKeys(rows: string[][]): Map<string, string[]> {
  const cellKeys = new Map<string, string[]>()
  for (const row of rows) {
    for (const cell of row) if (!cellKeys.has(cell)) cellKeys.set(cell, listWholeCellKeys(cell))
  }
  return cellKeys
}

/**
 * Returns the keys of possible codes inside texts, and of their corrections, at most `MAX_KEYS`. Skips rows in which a
 * whole cell is a known code, because the search in texts is slow.
 */
export function listTextKeys(
  rows: string[][],
  cellKeys: Map<string, string[]>,
  isKnown: IsKnown,
): string[] {
  const keys = new Set<string>()
  const cells = new Set(listRowsWithoutCode(rows, cellKeys, isKnown).flat())
  let length = 0
  for (const cell of [...cells].sort((a, b) => a.length - b.length)) {
    length += cell.length
    if (keys.size >= MAX_KEYS || length > MAX_SEARCHED_LENGTH) break
    addKeys(listPartNumberCorrections(toCodeKey(cell)), keys)
    for (const { key, start, end } of listSpans(cell)) {
      addKeys(expandKey(key, cell.slice(start, end)), keys)
      addKeys(listPartNumberCorrections(key), keys)
    }
  }
  return [...keys].slice(0, MAX_KEYS)
}

function addKeys(found: string[], keys: Set<string>): void {
  for (const key of found) keys.add(key)
}

/**
 * Returns the rows without a known code. Considers only columns in which at least half of the cells are known codes,
 * and not all the same code.
 */
function listRowsWithoutCode(
  rows: string[][],
  cellKeys: Map<string, string[]>,
  isKnown: IsKnown,
): string[][] {
  const known = new Set<string>()
  for (const [cell, keys] of cellKeys) {
    if (keys.some((key) => !MAY_BE_QUANTITY.test(key) && isKnown(key))) known.add(cell)
  }
  const width = Math.max(0, ...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) => {
    const cells = rows.flatMap((row) => row[column] || [])
    const codes = cells.filter((cell) => known.has(cell))
    // A date or an order number may equal a known code by chance.
    return codes.length >= cells.length / 2 && new Set(codes).size > 1
  })
  return rows.filter((row) => !columns.some((column) => known.has(row[column] ?? '')))
}

/** A number that may be a code or a quantity. */
export const MAY_BE_QUANTITY = /^\d{1,5}$/

/** Returns the keys of a whole cell. Returns none for a text that is too long for a code. */
function listWholeCellKeys(cell: string): string[] {
  return cell.length > MAX_WHOLE_CODE_LENGTH ? [] : listCodeKeys(cell)
}

/** Returns the known code that equals the whole cell. */
export function findWholeCode(cell: string, isKnown: IsKnown): FoundCode | undefined {
  const keys = listWholeCellKeys(cell).filter(isKnown)
  return keys.length > 0 ? { text: cell, keys, start: 0, end: cell.length } : undefined
}

/**
 * Returns the known code of the highest rank inside a text, and all other part numbers and GTINs, without overlaps.
 * Part numbers rank before other codes, and longer codes before shorter ones.
 */
export function findCodesInText(text: string, isKnown: IsKnown): FoundCode[] {
  return findCodes(text, isKnown, expandKey)
}

/** Returns the misspelt part numbers inside a text that have known corrections. Ignores words with neither F nor H. */
export function findMisspeltCodes(text: string, isKnown: IsKnown): FoundCode[] {
  return findCodes(text, isKnown, (key) => (/[FH]/.test(key) ? listPartNumberCorrections(key) : []))
}

function findCodes(
  text: string,
  isKnown: IsKnown,
  listKeys: (key: string, code: string) => string[],
): FoundCode[] {
  const found: FoundCode[] = []
  for (const { key, start, end } of listSpans(text)) {
    const code = text.slice(start, end)
    const keys = listKeys(key, code).filter(isKnown)
    if (keys.length > 0) found.push({ text: code, keys, start, end })
  }
  return selectCodes(found)
}

/** Keeps the code of the highest rank, and the part numbers and GTINs that do not overlap it. */
function selectCodes(found: FoundCode[]): FoundCode[] {
  const ranked = found
    .map((code) => ({ code, rank: (code.keys.some(isPartNumber) ? 100 : 0) + code.text.length }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ code }) => code)
  const selected: FoundCode[] = []
  for (const code of ranked) {
    if (selected.every(({ start, end }) => code.end <= start || code.start >= end))
      selected.push(code)
  }
  return selected.filter((code, n) => n === 0 || hasCheckDigit(code))
}

/** Part numbers and GTINs have a check digit. Other numbers may equal a known code by chance. */
function hasCheckDigit({ keys }: FoundCode): boolean {
  return keys.some((key) => isPartNumber(key) || /^\d{14}$/.test(key))
}

/** Maximum number of words that form a code together: `FH 13132 7`. */
const MAX_WORDS = 4
const MIN_CODE_LENGTH = 4
/** A shorter code, such as `K11`. Only the first word of a text can be one. `X11` may mean 11 times. */
const SHORT_CODE = /^(?=.{3}$)(?!X\d)[A-Z]+\d+$/
/** Maximum length of a cell that is a code as a whole, with spaces and dashes. */
const MAX_WHOLE_CODE_LENGTH = 60
/** Maximum length of the key of a code that consists of several words. */
const MAX_JOINED_LENGTH = 20
/** Maximum number of spans in a text of at most this length. In a longer text, its length is the maximum. */
const SHORT_TEXT_SPANS = 80
const WORD = /[^\s,;:|()[\]{}"=@]+/g

/** A section of a text that may be a code. */
interface Span {
  key: string
  start: number
  end: number
}

/** Returns possible codes: each word with a digit, and each sequence of up to four short words that may be one code. */
function listSpans(text: string): Span[] {
  if (text.length < MIN_CODE_LENGTH || !/\d/.test(text)) return []
  const words = listWords(text)
  const maximum = Math.max(SHORT_TEXT_SPANS, text.length)
  const spans: Span[] = []
  for (let n = 0; n < words.length && spans.length < maximum; n++) {
    const first = words[n]
    if (!first || (!first.hasDigit && first.key.length > MAX_FIRST_WORD_LENGTH)) continue
    let key = ''
    for (let count = 1; count <= MAX_WORDS; count++) {
      const last = words[n + count - 1]
      const previous = words[n + count - 2]
      if (!last || (count > 1 && !isJoinable(text, previous?.end ?? 0, last))) break
      key += last.key
      if (key.length > (count === 1 ? MAX_CODE_LENGTH : MAX_JOINED_LENGTH)) break
      const isCode = count === 1 ? first.hasDigit : looksLikeCode(key, text, first.start, last.end)
      const isShort = last.end - first.start < MIN_CODE_LENGTH
      if (isCode && (!isShort || (first.start === 0 && SHORT_CODE.test(key)))) {
        spans.push({ key: padGtin(key), start: first.start, end: last.end })
      }
    }
  }
  return spans
}

/** Maximum lengths of the first and of each other word of a code, if the word has no digit. */
const MAX_FIRST_WORD_LENGTH = 8
const MAX_NEXT_WORD_LENGTH = 7

interface Word extends Span {
  hasDigit: boolean
}

function listWords(text: string): Word[] {
  const words: Word[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const key = toUpperAlphanumeric(word)
    const end = index + word.length
    if (key !== '') words.push({ key, start: index, end, hasDigit: /\d/.test(word) })
  }
  return words
}

/** True if only spaces, dashes, dots and slashes separate a word from the code before it. Long words need a digit. */
function isJoinable(text: string, end: number, { key, start, hasDigit }: Word): boolean {
  if (!hasDigit && key.length > MAX_NEXT_WORD_LENGTH) return false
  return start === end + 1 ? text[end] === ' ' : /^[\s\p{Pd}./]*$/u.test(text.slice(end, start))
}

/**
 * True if these words look like one code. A code of only digits has at least 8 (a GTIN), or 5 and a separate check
 * digit (a part number without `FH`). A code with letters has at least one digit.
 */
function looksLikeCode(key: string, text: string, start: number, end: number): boolean {
  if (!/^\d+$/.test(key)) return /\d/.test(key)
  return key.length >= 8 || /^\d{5}[\s\p{Pd}./]+\d$/u.test(text.slice(start, end))
}
