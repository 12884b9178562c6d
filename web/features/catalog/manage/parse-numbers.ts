import { DECIMAL, DOLLARS_MESSAGE, PIECES_MESSAGE } from '@freehub/contract/limits'

/** Matches an amount with a thousands separator and a different decimal separator. `1,234` alone is ambiguous. */
const WITH_TWO_SEPARATORS = /^[1-9]\d{0,2}([,'.])\d{3}(?!\1)[.,]\d{1,2}$/

/**
 * Parses dollars, with `$`, a decimal comma or thousands separators. Undefined for an empty text, NaN if invalid or
 * ambiguous.
 */
export function parseDollars(text: string): number | undefined {
  const compact = joinThousands(text.replace(/^\s*\$|\$\s*$/, ''))
  if (compact === '') return undefined
  const isLong = WITH_TWO_SEPARATORS.test(compact)
  const digits = (isLong ? compact.replace(/[,'.]/, '') : compact).replace(',', '.')
  return /^\d{1,6}(\.\d{0,2})?$/.test(digits) ? Number(digits) : Number.NaN
}

/** Removes spaces before three digits. Other spaces stay, so that `4 50` is invalid. */
const joinThousands = (text: string) => text.trim().replaceAll(/(?<=\d)\s(?=\d{3}(?!\d))/g, '')

/** Matches a number with one kind of thousands separator. */
const WITH_SEPARATORS = /^[1-9]\d{0,2}([,'.])\d{3}(\1\d{3})*$/

/** Parses a whole number, with thousands separators. Undefined for an empty text, NaN if invalid. */
export function parseWholeNumber(text: string): number | undefined {
  const compact = joinThousands(text)
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

/** Returns true for a whole number, otherwise a message. An empty text is invalid. */
export const validatePieces = (text: string) =>
  Number.isInteger(parseWholeNumber(text)) || PIECES_MESSAGE

/** Returns true for an amount, otherwise a message. An empty text is invalid. */
export const validateDollars = (text: string) =>
  Number.isFinite(parseDollars(text)) || DOLLARS_MESSAGE
