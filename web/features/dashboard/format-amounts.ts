import { formatCount, formatDollars } from '@freehub/contract/money'

/** Formats dollars that may be negative: `−$12.50`. */
export function formatSignedDollars(dollars: number): string {
  return dollars < 0 ? `−${formatDollars(-dollars)}` : formatDollars(dollars)
}

const LARGE = [
  { from: 1_000_000, sign: 'M' },
  { from: 10_000, unit: 1000, sign: 'k' },
]

/** Formats dollars briefly, for chart axes: `$250`, `$12.5k`, `$1.2M`, `−$80`. */
export function formatShortDollars(dollars: number): string {
  const amount = Math.abs(dollars)
  const large = LARGE.find(({ from }) => amount >= from)
  const digits = large
    ? `${Number((amount / (large.unit ?? large.from)).toFixed(2))}${large.sign}`
    : Number.isInteger(amount)
      ? formatCount(amount)
      : amount.toFixed(2)
  return `${dollars < 0 ? '−' : ''}$${digits}`
}
