import type { Overview } from '@freehub/contract/dashboard/overview'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PartName } from '../../catalog/part-name.tsx'
import { Glance } from '../glance.tsx'
import { waitingInWords } from './waiting-in-words.ts'

interface WaitingGlanceProps {
  waiting: Overview['waiting']
  count: number
}

/** What is paid and not shipped, longest first, with the way to each. */
export function WaitingGlance({ waiting, count }: WaitingGlanceProps) {
  const [first] = waiting
  return (
    <Glance title="Waits longest" insight={waitingInWords(count, first?.paidAt, Date.now())}>
      {waiting.length > 0 && (
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
            {waiting.map((order) => (
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
                  <Moment at={order.paidAt} />
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
      {count > waiting.length && (
        <Link className="more" to={`${paths.manageOrders}?status=Paid&sort=oldest`}>
          All that are paid
        </Link>
      )}
    </Glance>
  )
}
