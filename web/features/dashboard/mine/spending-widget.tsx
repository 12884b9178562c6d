import type { MyOverview } from '@freehub/contract/dashboard/calls'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { pluralize } from '../../../api/format-count.ts'
import { ChartWidget } from '../chart-widget.tsx'
import { DayBarChart } from '../day-bar-chart.tsx'
import { formatShortDay } from '../format-days.ts'
import { Widget } from '../widget.tsx'

/** The payments of a customer by day. */
export function SpendingWidget({ overview }: { overview: MyOverview }) {
  const { days, spent, orders, byDay } = overview
  if (orders === 0) {
    return <Widget title="Spending" summary={`You paid nothing in the last ${days} days.`} />
  }
  const summary = `You paid ${formatDollars(spent)} in ${days} days, in ${pluralize(orders, 'order', 'orders')}.`
  return (
    <ChartWidget
      title="Spending"
      summary={summary}
      chart={
        <DayBarChart
          label={`Spending by day. ${summary}`}
          bars={byDay.map(({ day, spent }) => ({ day, up: spent, down: 0 }))}
          describeBar={({ day, up }) => `${formatShortDay(day)}: ${formatDollars(up)}`}
          hint="Your payments by day, without refunded orders."
        />
      }
      table={<SpendingTable byDay={byDay.filter(({ orders }) => orders > 0)} />}
    />
  )
}

function SpendingTable({ byDay }: Pick<MyOverview, 'byDay'>) {
  return (
    <table className="barred">
      <caption className="sr-only">Spending by day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" className="right">
            Orders
          </th>
          <th scope="col" className="right">
            Paid
          </th>
        </tr>
      </thead>
      <tbody>
        {byDay.toReversed().map(({ day, orders, spent }) => (
          <tr key={day}>
            <th scope="row">{formatShortDay(day)}</th>
            <td className="right">{formatCount(orders)}</td>
            <td className="right">{formatDollars(spent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
