/** An ilike pattern for rows that contain this text, whatever signs are in it. */
export function containing(text: string): string {
  return `%${beginning(text)}`
}

/** An ilike pattern for rows that begin with this text. */
export function beginning(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`
}
