import {
  cleanCell,
  isPartNumber,
  listCodeKeys,
  MAX_CODE_LENGTH,
  partNumberCorrections,
  toCodeKey,
} from './codes.ts'

/** Maximum number of keys of one paste. Beyond this only whole cells have keys. */
export const MAX_KEYS = 20_000

/** A known code in a text, or a code with known corrections. */
export interface FoundCode {
  text: string
  keys: string[]
  /** Position in the text. */
  start: number
  end: number
}

/** Returns the keys to look up for these rows: of whole cells, of codes in text, and of corrections. */
export function listKeys(rows: string[][]): string[] {
  const cells = new Set<string>()
  for (const row of rows) {
    for (const cell of row) cells.add(cleanCell(cell))
  }
  const keys = new Set<string>()
  for (const cell of cells) for (const key of listCodeKeys(cell)) keys.add(key)
  for (const cell of cells) {
    if (keys.size >= MAX_KEYS) break
    addKeysInText(cell, keys)
  }
  return [...keys].slice(0, MAX_KEYS)
}

function addKeysInText(cell: string, keys: Set<string>): void {
  for (const key of partNumberCorrections(toCodeKey(cell))) keys.add(key)
  for (const { text } of listSpans(cell)) {
    for (const key of listCodeKeys(text)) keys.add(key)
    for (const key of partNumberCorrections(toCodeKey(text))) keys.add(key)
  }
}

/** Returns the code that the whole cell is, if it is known. */
export function findWholeCode(
  cell: string,
  isKnown: (key: string) => boolean,
): FoundCode | undefined {
  const keys = listCodeKeys(cell).filter(isKnown)
  return keys.length > 0 ? { text: cell, keys, start: 0, end: cell.length } : undefined
}

/** Returns the known codes inside a text that do not overlap, part numbers and long codes first. */
export function findCodesInText(text: string, isKnown: (key: string) => boolean): FoundCode[] {
  const found = listSpans(text).flatMap((span) => {
    const keys = listCodeKeys(span.text).filter(isKnown)
    return keys.length > 0 ? [{ ...span, keys }] : []
  })
  return withoutOverlaps(found)
}

/** Returns the misspelt part numbers inside a text that have known corrections. */
export function findMisspeltCodes(text: string, isKnown: (key: string) => boolean): FoundCode[] {
  const found = listSpans(text).flatMap((span) => {
    const keys = /[FH]/i.test(span.text)
      ? partNumberCorrections(toCodeKey(span.text)).filter(isKnown)
      : []
    return keys.length > 0 ? [{ ...span, keys }] : []
  })
  return withoutOverlaps(found)
}

function withoutOverlaps(found: FoundCode[]): FoundCode[] {
  const ranked = found
    .map((code) => ({ code, rank: (code.keys.some(isPartNumber) ? 100 : 0) + code.text.length }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ code }) => code)
  const kept: FoundCode[] = []
  for (const code of ranked) {
    if (kept.every(({ start, end }) => code.end <= start || code.start >= end)) kept.push(code)
  }
  return kept.filter((code, n) => n === 0 || isUnmistakable(code))
}

/** Part numbers and GTINs have check digits. Other numbers next to a code may be known by chance. */
function isUnmistakable({ keys }: FoundCode): boolean {
  return keys.some((key) => isPartNumber(key) || /^\d{14}$/.test(key))
}

/** Words that may form a code together: `FH 13132 7`. */
const MAX_WORDS = 4
const MIN_LENGTH = 4
const MAX_SPANS = 80
const WORD = /[^\s,;:|()[\]{}"=@]+/g

type Span = Omit<FoundCode, 'keys'>

/** Returns the parts of a text that may be codes: a word with a digit, also with the short words next to it. */
function listSpans(text: string): Span[] {
  const words = [...text.matchAll(WORD)]
    .map(({ 0: word, index }) => ({ word, start: index, end: index + word.length }))
    .filter(({ word }) => /[\p{L}\p{N}]/u.test(word))
  const maximum = Math.max(MAX_SPANS, text.length)
  const spans: Span[] = []
  for (const [n, { word, start }] of words.entries()) {
    if (!/\d/.test(word) && word.length > MAX_FIRST_WORD) continue
    for (let count = 1; count <= MAX_WORDS && spans.length < maximum; count++) {
      const last = words[n + count - 1]
      const previous = words[n + count - 2]
      if (!last || (count > 1 && !isJoinable(text, previous?.end ?? 0, last))) break
      const span = text.slice(start, last.end)
      if (span.length > MAX_CODE_LENGTH) break
      if (span.length < MIN_LENGTH || !/\d/.test(span)) continue
      if (count === 1 || isCodeOfWords(span)) spans.push({ text: span, start, end: last.end })
    }
  }
  return spans
}

const MAX_FIRST_WORD = 8
const MAX_NEXT_WORD = 7

/** Returns whether a word may belong to the code before it: only spaces and dashes are between. */
function isJoinable(
  text: string,
  end: number,
  { word, start }: { word: string; start: number },
): boolean {
  if (!/\d/.test(word) && word.length > MAX_NEXT_WORD) return false
  return /^[\s\p{Pd}./]*$/u.test(text.slice(end, start))
}

/** Numbers alone are separate numbers, unless they are a GTIN or a part number without FH. */
function isCodeOfWords(span: string): boolean {
  return (
    /\p{L}/u.test(span) ||
    /^\d{5}[\s\p{Pd}./]+\d$/u.test(span) ||
    (span.match(/\d/g)?.length ?? 0) >= 8
  )
}
