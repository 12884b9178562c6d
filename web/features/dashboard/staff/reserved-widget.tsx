import type { Overview } from '@freehub/contract/dashboard/calls'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { Widget } from '../widget.tsx'
import { summarizeReserved } from './summarize-reserved.ts'

/** The stock that unpaid orders reserve, and the customers with most of it. */
export function ReservedWidget({ reserved }: { reserved: Overview['reserved'] }) {
  const { customers } = reserved
  return (
    <Widget title="Reserved and unpaid" summary={summarizeReserved(reserved)}>
      {customers.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Client</th>
              <th scope="col" className="right">
                Orders
              </th>
              <th scope="col" className="right">
                Pieces
              </th>
              <th scope="col" className="right">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {customers.map(({ email, emailConfirmed, orders, pieces, total }) => (
              <tr key={email}>
                <td data-caption="Client" className="client">
                  <Link to={paths.person(email)}>
                    <EmailAddress address={email} />
                  </Link>
                  {!emailConfirmed && <p className="second">Email not confirmed</p>}
                </td>
                <td data-caption="Orders" className="right">
                  {formatCount(orders)}
                </td>
                <td data-caption="Pieces" className="right">
                  {formatCount(pieces)}
                </td>
                <td data-caption="Total" className="right">
                  {formatDollars(total)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Widget>
  )
}
