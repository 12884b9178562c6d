import type { Overview } from '@freehub/contract/dashboard/overview'
import { formatCount } from '@freehub/contract/money'
import { Link } from 'react-router'
import { counted } from '../../../api/counted.ts'
import { paths } from '../../../paths.ts'
import { PartName } from '../../catalog/part-name.tsx'
import { Glance } from '../glance.tsx'
import { lowInWords } from './low-in-words.ts'

interface LowGlanceProps {
  low: Overview['runningLow']
  count: number
  soldOut: number
}

/** Parts that come to an end, the soonest first. */
export function LowGlance({ low, count, soldOut }: LowGlanceProps) {
  return (
    <Glance title="Runs low" insight={lowInWords(count, soldOut)}>
      {low.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col" className="right">
                Available
              </th>
              <th scope="col" className="right">
                Sold
              </th>
              <th scope="col">Lasts</th>
            </tr>
          </thead>
          <tbody>
            {low.map(({ _id, name, availableQuantity, sold, daysLeft }) => (
              <tr key={_id}>
                <td data-caption="Product">
                  <Link to={paths.part(_id)} className="ordered">
                    <PartName name={name} />
                  </Link>
                </td>
                <td data-caption="Available" className="right">
                  {formatCount(availableQuantity)}
                </td>
                <td data-caption="Sold" className="right">
                  {formatCount(sold)}
                </td>
                <td data-caption="Lasts">
                  {daysLeft === 0 ? (
                    <span className="over">Below the minimum</span>
                  ) : (
                    counted(daysLeft, 'day', 'days')
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Glance>
  )
}
