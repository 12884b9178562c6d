/** Parses dollars, with `$` or a decimal comma. Undefined for an empty text, NaN if invalid. */
export function parseDollars(text: string): number | undefined {
  const digits = text.replace(/[\s$]/g, '').replace(',', '.')
  if (digits === '') return undefined
  return /^\d{1,6}(\.\d{0,2})?$/.test(digits) ? Number(digits) : Number.NaN
}

/** Matches a number with one kind of thousands separator. */
const WITH_SEPARATORS = /^[1-9]\d{0,2}([,'.])\d{3}(\1\d{3})*$/

/** Parses a whole number, with thousands separators. Undefined for an empty text, NaN if invalid. */
export function parseWholeNumber(text: string): number | undefined {
  const compact = text.replace(/\s/g, '')
  if (compact === '') return undefined
  const digits = WITH_SEPARATORS.test(compact) ? compact.replace(/[,'.]/g, '') : compact
  return /^(0|[1-9]\d{0,9})$/.test(digits) ? Number(digits) : Number.NaN
}
