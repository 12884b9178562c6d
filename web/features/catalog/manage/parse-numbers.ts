/** Parses dollars, with `$` or a decimal comma. Undefined for an empty text, NaN if invalid. */
export function parseDollars(text: string): number | undefined {
  const digits = text.replace(/[\s$]/g, '').replace(',', '.')
  if (digits === '') return undefined
  return /^\d{1,6}(\.\d{0,2})?$/.test(digits) ? Number(digits) : Number.NaN
}

/** Parses a whole number, with thousands separators. Undefined for an empty text, NaN if invalid. */
export function parseWholeNumber(text: string): number | undefined {
  const digits = text.replace(/[,'.](?=\d{3}(?!\d))|\s/g, '')
  if (digits === '') return undefined
  return /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN
}
