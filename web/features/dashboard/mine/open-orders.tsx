import type { MyOverview } from '@freehub/contract/dashboard/overview'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { Glance } from '../glance.tsx'
import { openInWords } from './open-in-words.ts'
import { OpenOrderRow } from './open-order-row.tsx'

interface OpenOrdersProps {
  overview: MyOverview
  /** By how much the shop's clock is ahead of this machine's. */
  aheadMs: number
}

/** What is not yet paid or not yet shipped; what lapses first stands at the top. */
export function OpenOrders({ overview, aheadMs }: OpenOrdersProps) {
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
    <Glance title="Open orders" insight={openInWords(overview)}>
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
            <OpenOrderRow key={order._id} order={order} aheadMs={aheadMs} />
          ))}
        </tbody>
      </table>
      {openCount > open.length && (
        <Link className="more" to={paths.myOrders}>
          All orders
        </Link>
      )}
    </Glance>
  )
}
