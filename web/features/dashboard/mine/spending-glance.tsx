import type { MyOverview } from '@freehub/contract/dashboard/overview'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { counted } from '../../../api/counted.ts'
import { Charted } from '../charted.tsx'
import { DayBars } from '../day-bars.tsx'
import { dayInShort } from '../days-in-words.ts'
import { Glance } from '../glance.tsx'

/** What was spent, day by day. */
export function SpendingGlance({ overview }: { overview: MyOverview }) {
  const { days, spent, orders, byDay } = overview
  if (orders === 0) {
    return <Glance title="Spending" insight={`You paid nothing in these ${days} days.`} />
  }
  const insight = `You paid ${formatDollars(spent)} in ${days} days, in ${counted(orders, 'order', 'orders')}.`
  return (
    <Charted
      title="Spending"
      insight={insight}
      chart={
        <DayBars
          label={`Spending by day. ${insight}`}
          bars={byDay.map(({ day, spent }) => ({ day, up: spent, down: 0 }))}
          read={({ day, up }) => `${dayInShort(day)}: ${formatDollars(up)}`}
          hint="What you paid, day by day; refunded orders are left out."
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
            <th scope="row">{dayInShort(day)}</th>
            <td className="right">{formatCount(orders)}</td>
            <td className="right">{formatDollars(spent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
