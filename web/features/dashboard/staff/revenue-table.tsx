import type { Overview } from '@freehub/contract/dashboard/calls'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { formatSignedDollars } from '../format-amounts.ts'
import { formatShortDay } from '../format-days.ts'

/** The revenue of each day, newest first. */
export function RevenueTable({ byDay }: { byDay: Overview['takings']['byDay'] }) {
  return (
    <table className="barred revenue">
      <caption className="sr-only">Revenue by day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" className="right">
            Orders
          </th>
          <th scope="col" className="right">
            Paid
          </th>
          <th scope="col" className="right">
            Refunded
          </th>
          <th scope="col" className="right">
            Net
          </th>
        </tr>
      </thead>
      <tbody>
        {byDay.toReversed().map(({ day, orders, paid, refunded, net }) => (
          <tr key={day}>
            <th scope="row">{formatShortDay(day)}</th>
            <td data-caption="Orders" className="right">
              {formatCount(orders)}
            </td>
            <td data-caption="Paid" className="right">
              {formatDollars(paid)}
            </td>
            <td data-caption="Refunded" className="right">
              {formatDollars(refunded)}
            </td>
            <td data-caption="Net" className="right">
              {formatSignedDollars(net)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
