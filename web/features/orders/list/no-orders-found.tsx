import { Link } from 'react-router'
import { isFirstPage, searchOf } from '../../../api/turn.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { keepScroll } from '../../../ui/page/kept-scroll.tsx'
import { firstPage, type OrdersWanted } from './orders-wanted.ts'

/** Nothing to manage, nothing that matches, or a page whose orders are gone. */
export function NoOrdersFound({ wanted }: { wanted: OrdersWanted }) {
  const { search, status } = wanted
  if (!isFirstPage(wanted)) {
    return (
      <EmptyState text="No orders on this page any more.">
        <Link className="btn btn-outline" to={searchOf(firstPage(wanted))}>
          First page
        </Link>
      </EmptyState>
    )
  }
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
