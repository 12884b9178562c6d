import type { Overview } from '@freehub/contract/dashboard/calls'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { ChartWidget } from '../chart-widget.tsx'
import { DayBarChart } from '../day-bar-chart.tsx'
import { formatSignedDollars } from '../format-amounts.ts'
import { formatComparison } from '../format-comparison.ts'
import { type KeyFigure, KeyFigures } from '../key-figures.tsx'
import { RevenueTable } from './revenue-table.tsx'
import { formatDayRevenue, summarizeRevenue } from './summarize-revenue.ts'

interface RevenueWidgetProps {
  days: number
  revenue: Overview['takings']
}

/** Payments, refunds and net revenue by day, compared with the previous period. */
export function RevenueWidget({ days, revenue }: RevenueWidgetProps) {
  const { byDay } = revenue
  const summary = summarizeRevenue(revenue, days)
  return (
    <>
      <KeyFigures figures={getKeyFigures(revenue, days)} />
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
        table={<RevenueTable byDay={byDay} />}
      />
    </>
  )
}

function getKeyFigures({ paid, refunded, net, orders, before }: Overview['takings'], days: number) {
  const formatChange = (current: number, previous: number) => {
    const comparison = formatComparison(current, previous)
    return comparison && `${comparison} in the previous ${days} days`
  }
  return [
    { name: 'Net', value: formatSignedDollars(net), note: formatChange(net, before.net) },
    { name: 'Paid', value: formatDollars(paid), note: formatChange(paid, before.paid) },
    {
      name: 'Refunded',
      value: formatDollars(refunded),
      note: formatChange(refunded, before.refunded),
    },
    { name: 'Orders paid', value: formatCount(orders), note: formatChange(orders, before.orders) },
  ] satisfies KeyFigure[]
}
