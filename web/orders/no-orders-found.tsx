import { Link } from 'react-router'
import { keepScroll } from '../shell/kept-scroll.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { OrdersWanted } from './orders-wanted.ts'

/** Nothing to manage, or nothing that matches. */
export function NoOrdersFound({ wanted: { search, status } }: { wanted: OrdersWanted }) {
  if (!search && !status) return <EmptyState text="No orders yet" />
  const which = status ? `No ${status.toLowerCase()} orders` : 'No orders'
  return (
    <EmptyState text={search ? `${which} match “${search}”.` : `${which}.`}>
      <Link className="btn btn-outline" to="?" state={keepScroll}>
        All orders
      </Link>
    </EmptyState>
  )
}
