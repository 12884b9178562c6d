import type { Overview } from '@freehub/contract/dashboard/calls'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { PartName } from '../../catalog/part-name.tsx'
import { Widget } from '../widget.tsx'
import { summarizeUnshipped } from './summarize-unshipped.ts'

interface UnshippedWidgetProps {
  orders: Overview['waiting']
  count: number
}

/** Paid orders that are not shipped, oldest first. */
export function UnshippedWidget({ orders, count }: UnshippedWidgetProps) {
  const [oldest] = orders
  return (
    <Widget
      title="Oldest unshipped"
      summary={summarizeUnshipped(count, oldest?.paidAt, Date.now())}
    >
      {orders.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Client</th>
              <th scope="col">Paid on</th>
              <th scope="col" className="right">
                Quantity
              </th>
              <th scope="col" className="right">
                Total Price
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order._id}>
                <td data-caption="Product">
                  <Link to={paths.order(order._id)} className="ordered">
                    <PartName name={order.productName} />
                  </Link>
                </td>
                <td data-caption="Client" className="client">
                  <EmailAddress address={order.email} />
                </td>
                <td data-caption="Paid on">
                  <Timestamp at={order.paidAt} />
                </td>
                <td data-caption="Quantity" className="right">
                  {formatCount(order.quantity)}
                </td>
                <td data-caption="Total Price" className="right">
                  {formatDollars(order.totalPrice)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {count > orders.length && (
        <Link className="more" to={`${paths.manageOrders}?status=Paid&sort=oldest`}>
          All paid orders
        </Link>
      )}
    </Widget>
  )
}
