import type { Overview } from '@freehub/contract/dashboard/calls'
import { formatCount } from '@freehub/contract/money'
import { Link } from 'react-router'
import { pluralize } from '../../../api/format-count.ts'
import { paths } from '../../../paths.ts'
import { PartName } from '../../catalog/part-name.tsx'
import { Widget } from '../widget.tsx'
import { summarizeLowStock } from './summarize-low-stock.ts'

interface LowStockWidgetProps {
  parts: Overview['runningLow']
  count: number
  soldOutCount: number
}

/** Parts that will sell out, the soonest first. */
export function LowStockWidget({ parts, count, soldOutCount }: LowStockWidgetProps) {
  return (
    <Widget title="Low stock" summary={summarizeLowStock(count, soldOutCount)}>
      {parts.length > 0 && (
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
            {parts.map(({ _id, name, availableQuantity, sold, daysLeft }) => (
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
                    <span className="over">Below minimum order</span>
                  ) : (
                    pluralize(daysLeft, 'day', 'days')
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Widget>
  )
}
