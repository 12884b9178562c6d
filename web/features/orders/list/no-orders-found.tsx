import { Link } from 'react-router'
import { formatQueryString, isFirstPage } from '../../../api/page-cursor.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'
import { type OrderFilters, toFirstPage } from './order-filters.ts'

/** Explains an empty list: no orders at all, no matches, or a page whose orders have gone. */
export function NoOrdersFound({ filters }: { filters: OrderFilters }) {
  const { search, status } = filters
  if (!isFirstPage(filters)) {
    return (
      <EmptyState text="There are no more orders on this page.">
        <Link className="btn btn-outline" to={formatQueryString(toFirstPage(filters))}>
          First page
        </Link>
      </EmptyState>
    )
  }
  if (!search && !status) return <EmptyState text="No orders yet" />
  const noOrders = status ? `No ${status.toLowerCase()} orders` : 'No orders'
  return (
    <EmptyState text={search ? `${noOrders} match “${search}”.` : `${noOrders}.`}>
      <Link className="btn btn-outline" to="?" state={preventScrollReset}>
        All orders
      </Link>
    </EmptyState>
  )
}
