/**
 * Parses an amount in dollars, with or without `$`; the decimal separator is a point or a comma.
 * Returns undefined for an empty text, and NaN for an invalid text.
 */
export function parseDollars(text: string): number | undefined {
  const digits = text.replace(/[\s$]/g, '').replace(',', '.')
  if (digits === '') return undefined
  return /^\d{1,6}(\.\d{0,2})?$/.test(digits) ? Number(digits) : Number.NaN
}

/**
 * Parses a whole number of pieces, with or without thousands separators. Returns undefined for an
 * empty text, and NaN for an invalid text.
 */
export function parseQuantity(text: string): number | undefined {
  const digits = text.replace(/[,'.](?=\d{3}(?!\d))|\s/g, '')
  if (digits === '') return undefined
  return /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN
}
