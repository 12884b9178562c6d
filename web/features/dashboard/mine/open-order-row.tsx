import type { MyOverview } from '@freehub/contract/dashboard/calls'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { PartName } from '../../catalog/part-name.tsx'
import { TimeLeft } from './time-left.tsx'

interface OpenOrderRowProps {
  order: MyOverview['open'][number]
  clockOffsetMs: number
}

export function OpenOrderRow({ order, clockOffsetMs }: OpenOrderRowProps) {
  const productLinkId = `open-${order._id}`
  return (
    <tr>
      <td data-caption="Product">
        <Link id={productLinkId} to={paths.order(order._id)} className="ordered">
          <PartName name={order.productName} />
        </Link>
      </td>
      <td data-caption="Quantity" className="right">
        {formatCount(order.quantity)}
      </td>
      <td data-caption="Total Price" className="right">
        {formatDollars(order.totalPrice)}
      </td>
      <td data-caption="Status">
        <StatusBadge status={order.status} />
      </td>
      <td data-caption="Next">
        {order.reservedUntil ? (
          <span className="open-next">
            <Link
              className="btn btn-sm"
              to={paths.payment(order._id)}
              aria-describedby={productLinkId}
            >
              Pay Now
            </Link>
            <TimeLeft
              key={order.reservedUntil}
              until={order.reservedUntil}
              clockOffsetMs={clockOffsetMs}
            />
          </span>
        ) : (
          'Ready to ship'
        )}
      </td>
    </tr>
  )
}
