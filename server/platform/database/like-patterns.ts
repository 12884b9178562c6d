/** Returns an ilike pattern for values that contain this text. Special characters are escaped. */
export function containsPattern(text: string): string {
  return `%${prefixPattern(text)}`
}

/** Returns an ilike pattern for values that begin with this text. Special characters are escaped. */
export function prefixPattern(text: string): string {
  return `${escapePattern(text)}%`
}

/** Escapes the special characters of a like pattern. */
export const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')
