import type { MyOverview } from '@freehub/contract/dashboard/calls'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { Widget } from '../widget.tsx'
import { OpenOrderRow } from './open-order-row.tsx'
import { summarizeOpenOrders } from './summarize-open-orders.ts'

interface OpenOrdersProps {
  overview: MyOverview
  /** Server time minus local time. */
  clockOffsetMs: number
}

/** Orders that are not paid or not shipped. Those that expire first come first. */
export function OpenOrders({ overview, clockOffsetMs }: OpenOrdersProps) {
  const { open, openCount } = overview
  if (openCount === 0) {
    return (
      <EmptyState text="No open orders">
        <Link className="btn" to={paths.allParts}>
          Bicycle Parts
        </Link>
      </EmptyState>
    )
  }
  return (
    <Widget title="Open orders" summary={summarizeOpenOrders(overview)}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className="right">
              Quantity
            </th>
            <th scope="col" className="right">
              Total Price
            </th>
            <th scope="col">Status</th>
            <th scope="col">Next</th>
          </tr>
        </thead>
        <tbody>
          {open.map((order) => (
            <OpenOrderRow key={order._id} order={order} clockOffsetMs={clockOffsetMs} />
          ))}
        </tbody>
      </table>
      {openCount > open.length && (
        <Link className="more" to={paths.myOrders}>
          All orders
        </Link>
      )}
    </Widget>
  )
}
