import { sql } from 'kysely'

/** Returns a like pattern for folded values that contain this text. `fold` changes `％` to `%`, so both are escaped. */
export const containsFolded = (text: string) =>
  sql`fold(${containsPattern(text.normalize('NFKC'))})`

/** Returns a like pattern for folded values that begin with this text. */
export const prefixFolded = (text: string) => sql`fold(${prefixPattern(text.normalize('NFKC'))})`

/** Returns a like pattern for values that contain this text. Escapes special characters. */
export function containsPattern(text: string): string {
  return `%${prefixPattern(text)}`
}

/** Returns a like pattern for values that begin with this text. Escapes special characters. */
export function prefixPattern(text: string): string {
  return `${escapePattern(text)}%`
}

/** Escapes the special characters of a like pattern. */
export const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')
