/** Accepts `$` and a decimal comma. Returns undefined for an empty text, NaN for an invalid one. */
export function parseDollars(text: string): number | undefined {
  const digits = text.replace(/[\s$]/g, '').replace(',', '.')
  if (digits === '') return undefined
  return /^\d{1,6}(\.\d{0,2})?$/.test(digits) ? Number(digits) : Number.NaN
}

/** Accepts thousands separators. Returns undefined for an empty text, NaN for an invalid one. */
export function parseQuantity(text: string): number | undefined {
  const digits = text.replace(/[,'.](?=\d{3}(?!\d))|\s/g, '')
  if (digits === '') return undefined
  return /^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN
}
