/** Money is kept in whole US cents; the wire says dollars, with at most two decimals. */

/** Whole cents as the wire's dollars: 268 → 2.68. */
export function dollarsOf(cents: number): number {
  return cents / 100
}

/** The wire's dollars as whole cents: 2.68 → 268. NaN when there are more than two decimals. */
export function centsOf(dollars: number): number {
  const cents = Math.round(dollars * 100)
  return Number.isSafeInteger(cents) && cents / 100 === dollars ? cents : Number.NaN
}

/** Dollars as every screen but the purchase page shows them: `$1,680.00`. */
export function formatDollars(dollars: number): string {
  return `$${withCents(dollars)}`
}

/** Dollars in tk, as the purchase page shows them: `tk 1,024.80`. `rate` is tk for one dollar. */
export function formatTaka(dollars: number, rate: number): string {
  return `tk ${withCents((Math.round(dollars * 100) * rate) / 100)}`
}

/** Whole numbers with separators, for pieces and counts: `15,400`. */
export function formatCount(count: number): string {
  return grouped(String(count))
}

function withCents(amount: number): string {
  const [whole = '', cents] = amount.toFixed(2).split('.')
  return `${grouped(whole)}.${cents}`
}

/** By hand: what `Intl` loads for it takes a phone fifty milliseconds of every first visit. */
function grouped(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, ',')
}
