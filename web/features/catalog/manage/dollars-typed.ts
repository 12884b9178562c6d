/**
 * The dollars that somebody typed: with a sign or without, the decimals after a point or a comma.
 * Nothing where nothing was typed, NaN where it is no amount.
 */
export function dollarsTyped(text: string): number | undefined {
  const plain = text.replace(/[\s$]/g, '').replace(',', '.')
  if (plain === '') return undefined
  return /^\d{1,6}(\.\d{0,2})?$/.test(plain) ? Number(plain) : Number.NaN
}
