import {
  cleanCell,
  listCodeKeys,
  MAX_CODE_LENGTH,
  partNumberCorrections,
  toCodeKey,
} from './codes.ts'

/** Maximum number of keys of one paste. Beyond this only whole cells have keys. */
export const MAX_KEYS = 20_000

/** Words that may form a code together: `FH 13132 7`. */
const MAX_WORDS = 4
const MIN_KEY_LENGTH = 4

/** A code in a cell, with its known keys. */
export interface FoundCode {
  text: string
  keys: string[]
}

/** Returns the keys to look up for these rows: of whole cells, of codes in text, and of corrections. */
export function listKeys(rows: string[][]): string[] {
  const cells = new Set(rows.flatMap((row) => row.map(cleanCell)))
  const keys = new Set([...cells].flatMap((cell) => listCodeKeys(cell)))
  for (const cell of cells) {
    if (keys.size >= MAX_KEYS) break
    for (const span of [cell, ...listSpans(cell)]) {
      for (const key of listCodeKeys(span)) keys.add(key)
      for (const key of partNumberCorrections(toCodeKey(span))) keys.add(key)
    }
  }
  return [...keys].slice(0, MAX_KEYS)
}

/** Returns the codes of a cell that are known: the whole cell, else codes in its text. */
export function findCodes(cell: string, isKnown: (key: string) => boolean): FoundCode[] {
  const keys = listCodeKeys(cell).filter(isKnown)
  if (keys.length > 0) return [{ text: cell, keys }]
  return listSpans(cell)
    .map((text) => ({ text, keys: listCodeKeys(text).filter(isKnown) }))
    .filter((found) => found.keys.length > 0)
}

/** Returns the parts of a text that may be codes: one to four words with a digit. */
function listSpans(text: string): string[] {
  const words = text.split(/[\s,;:|()[\]{}"=]+/)
  return words.flatMap((_, start) =>
    Array.from({ length: MAX_WORDS }, (_, n) => words.slice(start, start + n + 1).join(' ')).filter(
      (span) => /\d/.test(span) && span.length >= MIN_KEY_LENGTH && span.length <= MAX_CODE_LENGTH,
    ),
  )
}
