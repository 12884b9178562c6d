import { formatCount, formatDollars, pluralize } from '@freehub/contract/money'
import type { Overview } from '@freehub/contract/overview/calls'
import { DayBarChart } from '../day-bar-chart.tsx'
import { formatComparison, formatShortDay, formatSignedDollars } from '../format.ts'
import { BarTable, ChartWidget, type KeyFigure, KeyFigures } from '../overview-elements.tsx'

export function RevenueWidget({ overview }: { overview: Overview }) {
  const { days, takings: revenue } = overview
  const { byDay } = revenue
  const summary = summarizeRevenue(revenue, days)
  return (
    <ChartWidget
      title="Revenue"
      summary={summary}
      chart={
        <DayBarChart
          label={`Revenue by day. ${summary}`}
          bars={byDay.map(({ day, paid, refunded }) => ({ day, up: paid, down: refunded }))}
          describeBar={(_, index) => formatDayRevenue(byDay[index] as (typeof byDay)[number])}
          hint="Payments are above the line, refunds below it."
        />
      }
      table={
        <BarTable
          className="revenue"
          caption="Revenue by day"
          columns={['Day', 'Orders', 'Paid', 'Refunded', 'Net']}
          rows={byDay.toReversed().map(({ day, orders, paid, refunded, net }) => ({
            key: day,
            name: formatShortDay(day),
            values: [
              formatCount(orders),
              formatDollars(paid),
              formatDollars(refunded),
              formatSignedDollars(net),
            ],
          }))}
        />
      }
    >
      <KeyFigures figures={getKeyFigures(revenue, days)} />
    </ChartWidget>
  )
}

function getKeyFigures(
  { paid, refunded, net, orders, before: previousPeriod }: Overview['takings'],
  days: number,
) {
  const formatChange = (current: number, previous: number) => {
    const comparison = formatComparison(current, previous)
    return comparison && `${comparison} in the previous ${days} days`
  }
  return [
    { name: 'Net', value: formatSignedDollars(net), note: formatChange(net, previousPeriod.net) },
    { name: 'Paid', value: formatDollars(paid), note: formatChange(paid, previousPeriod.paid) },
    {
      name: 'Refunded',
      value: formatDollars(refunded),
      note: formatChange(refunded, previousPeriod.refunded),
    },
    {
      name: 'Orders paid',
      value: formatCount(orders),
      note: formatChange(orders, previousPeriod.orders),
    },
  ] satisfies KeyFigure[]
}

type Revenue = Overview['takings']

/**
 * Returns a sentence with the revenue after refunds, its change from the previous period, and the day with the highest
 * payments.
 */
export function summarizeRevenue(
  { net, orders, refunded, byDay, before: previousPeriod }: Revenue,
  days: number,
) {
  if (orders === 0 && refunded === 0) return `No payments in the last ${days} days.`
  const comparison = formatComparison(net, previousPeriod.net)
  const change = comparison
    ? `, ${comparison} in the previous ${days} days`
    : `, ${previousPeriod.net === 0 ? 'none' : `compared with ${formatSignedDollars(previousPeriod.net)}`} in the previous ${days} days`
  const best = byDay.reduce((a, b) => (b.paid > a.paid ? b : a))
  const bestDay =
    best.paid > 0 ? ` Best day: ${formatShortDay(best.day)}, ${formatDollars(best.paid)}.` : ''
  return `${formatSignedDollars(net)} in ${days} days${change}.${bestDay}`
}

/** Returns a sentence with the payments, orders and refunds of one day. */
export function formatDayRevenue({
  day,
  paid,
  refunded,
  orders,
}: Revenue['byDay'][number]): string {
  const refundText = refunded > 0 ? `, ${formatDollars(refunded)} refunded` : ''
  return `${formatShortDay(day)}: ${formatDollars(paid)} paid in ${pluralize(orders, 'order', 'orders')}${refundText}`
}
