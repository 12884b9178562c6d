import { DECIMAL } from '@freehub/contract/limits'

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

/** Parses a decimal number. Undefined for an empty text, NaN if invalid. `1,250` is invalid, because it is ambiguous. */
export function parseDecimal(text: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return DECIMAL.test(trimmed) ? Number(trimmed.replace(',', '.')) : Number.NaN
}
