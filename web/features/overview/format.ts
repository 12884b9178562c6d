import { formatCount, formatDollars } from '@freehub/contract/money'

/** Formats dollars that may be negative: `−$12.50`. */
export function formatSignedDollars(dollars: number): string {
  return dollars < 0 ? `−${formatDollars(-dollars)}` : formatDollars(dollars)
}

const SUFFIXES = [
  { from: 1_000_000, unit: 1_000_000, suffix: 'M' },
  { from: 10_000, unit: 1000, suffix: 'k' },
]

/**
 * Formats dollars in short form for chart axes: `$250`, `$12.5k`, `$1.2M`, `−$80`. The largest amount of the axis
 * determines the unit of all its amounts except 0.
 */
export function formatCompactDollars(dollars: number, maximum = Math.abs(dollars)): string {
  const amount = Math.abs(dollars)
  const large = amount > 0 && SUFFIXES.find(({ from }) => maximum >= from)
  const text = large
    ? `${Number((amount / large.unit).toFixed(2))}${large.suffix}`
    : Number.isInteger(amount)
      ? formatCount(amount)
      : amount.toFixed(2)
  return `${dollars < 0 ? '−' : ''}$${text}`
}

/**
 * Compares an amount with that of the previous period: `12% more than`, `as much as`. Returns
 * undefined if one amount is negative or the previous one is 0, because a percentage would be
 * meaningless.
 */
export function formatComparison(current: number, previous: number): string | undefined {
  if (previous <= 0 || current < 0) return undefined
  if (current === previous) return 'as much as'
  const percent = Math.round((Math.abs(current - previous) / previous) * 100)
  const share = percent === 0 ? 'under 1%' : `${percent}%`
  return current > previous ? `${share} more than` : `${share} less than`
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const fullDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats an ISO day in UTC: `2026-11-21` as `21 Nov`. */
export function formatShortDay(day: string): string {
  return dayAndMonth.format(new Date(day))
}

/** Formats an inclusive range of days: `23 Oct to 21 Nov 2026, UTC`. */
export function formatDayRange({ from, to }: { from: string; to: string }): string {
  return `${formatShortDay(from)} to ${fullDate.format(new Date(to))}, UTC`
}
