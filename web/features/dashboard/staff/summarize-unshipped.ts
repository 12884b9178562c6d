import { pluralize } from '../../../api/format-count.ts'

const HOUR = 3_600_000

/** Counts the orders that are ready to ship, and states the age of the oldest. */
export function summarizeUnshipped(
  count: number,
  oldestPaidAt: string | undefined,
  nowMs: number,
): string {
  if (!oldestPaidAt) return 'No orders to ship.'
  const orders = pluralize(count, 'paid order is', 'paid orders are')
  return `${orders} ready to ship. The oldest was paid ${formatAge(nowMs - Date.parse(oldestPaidAt))} ago.`
}

function formatAge(ms: number): string {
  const hours = Math.floor(ms / HOUR)
  if (hours < 1) return 'less than an hour'
  return hours < 48
    ? pluralize(hours, 'hour', 'hours')
    : pluralize(Math.floor(hours / 24), 'day', 'days')
}
