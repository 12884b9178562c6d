import type { Overview } from '@freehub/contract/dashboard/overview'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { dayInShort } from '../days-in-words.ts'
import { signedDollars } from '../money-in-words.ts'

/** The takings of each day, the newest first. */
export function TakingsTable({ byDay }: { byDay: Overview['takings']['byDay'] }) {
  return (
    <table className="barred takings">
      <caption className="sr-only">Takings by day</caption>
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
            <th scope="row">{dayInShort(day)}</th>
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
              {signedDollars(net)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
