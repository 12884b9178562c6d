import type { Overview } from '@freehub/contract/dashboard/calls'
import { formatDollars } from '@freehub/contract/money'
import { pluralize } from '../../../api/format-count.ts'
import { formatSignedDollars } from '../format-amounts.ts'
import { formatComparison } from '../format-comparison.ts'
import { formatShortDay } from '../format-days.ts'

type Revenue = Overview['takings']

/** States the net revenue, compares it with the previous period, and names the best day. */
export function summarizeRevenue({ net, orders, refunded, byDay, before }: Revenue, days: number) {
  if (orders === 0 && refunded === 0) return `No payments in the last ${days} days.`
  const comparison = formatComparison(net, before.net)
  const change = comparison
    ? `, ${comparison} in the previous ${days} days`
    : `, compared with ${before.orders === 0 ? 'nothing' : formatSignedDollars(before.net)} in the previous ${days} days`
  const best = byDay.reduce((best, day) => (day.paid > best.paid ? day : best))
  const bestDay =
    best.paid > 0 ? ` Best day: ${formatShortDay(best.day)}, ${formatDollars(best.paid)}.` : ''
  return `${formatSignedDollars(net)} in ${days} days${change}.${bestDay}`
}

/** Describes the revenue of one day. */
export function formatDayRevenue({
  day,
  paid,
  refunded,
  orders,
}: Revenue['byDay'][number]): string {
  const refundText = refunded > 0 ? `, ${formatDollars(refunded)} refunded` : ''
  return `${formatShortDay(day)}: ${formatDollars(paid)} paid in ${pluralize(orders, 'order', 'orders')}${refundText}`
}
