/**
 * The whole number of pieces that somebody typed, with separators or without. Nothing where nothing was
 * typed, NaN where it is no such number.
 */
export function piecesTyped(text: string): number | undefined {
  const plain = text.replace(/[,'.](?=\d{3}(?!\d))|\s/g, '')
  if (plain === '') return undefined
  return /^\d{1,10}$/.test(plain) ? Number(plain) : Number.NaN
}
