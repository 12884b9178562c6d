/**
 * Money is stored in whole US cents. JSON has cents in fields whose names end with `Cents`. Its other amounts are
 * dollars with at most two decimals.
 */

/** Converts cents to dollars: 268 → 2.68. */
export function dollarsOf(cents: number): number {
  return cents / 100
}

/** Converts dollars to cents: 2.68 → 268. Returns NaN for more than two decimals. */
export function centsOf(dollars: number): number {
  const cents = Math.round(dollars * 100)
  return Number.isSafeInteger(cents) && cents / 100 === dollars ? cents : Number.NaN
}

/** Formats dollars, as on all screens except the purchase page: `$1,680.00`. */
export function formatDollars(dollars: number): string {
  return `$${formatTwoDecimals(dollars)}`
}

/** Formats cents as dollars: 268 → `$2.68`. */
export const formatCents = (cents: number): string => formatDollars(cents / 100)

/** Formats dollars in tk, as on the purchase page: `tk 1,024.80`. `rate` is tk per dollar. */
export function formatTaka(dollars: number, rate: number): string {
  return `tk ${formatTwoDecimals((Math.round(dollars * 100) * rate) / 100)}`
}

/** Formats a whole number: `15,400`. */
export function formatCount(count: number): string {
  return groupDigits(String(count))
}

/** Formats a number with its noun: `1 piece`, `1,240 pieces`. */
export function pluralize(count: number, singular: string, plural: string): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}

function formatTwoDecimals(amount: number): string {
  const [whole = '', cents] = amount.toFixed(2).split('.')
  return `${groupDigits(whole)}.${cents}`
}

/** Groups digits by thousands. `Intl` would load its data, which takes 50 ms on a phone at each first visit. */
function groupDigits(digits: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, ',')
}
