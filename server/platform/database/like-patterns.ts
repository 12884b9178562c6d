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
