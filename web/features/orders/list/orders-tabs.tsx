import type { OrderStatus } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatCappedCount } from '../../../api/format-count.ts'
import { formatQueryString } from '../../../api/page-cursor.ts'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'
import { ordersCountQuery } from '../staff/all-orders-list.ts'
import { type OrderFilters, toFirstPage } from './order-filters.ts'

const tabs: { status: OrderStatus | ''; name: string }[] = [
  { status: '', name: 'All' },
  { status: 'Pending', name: 'Pending' },
  { status: 'Paid', name: 'Paid' },
  { status: 'Shipped', name: 'Shipped' },
]

/** Tabs that filter by status, each with its number of orders. */
export function OrdersTabs({ filters }: { filters: OrderFilters }) {
  return (
    <nav className="tabs-line" aria-label="Orders by status">
      {tabs.map(({ status, name }) => (
        <Link
          key={name}
          to={formatQueryString({ ...toFirstPage(filters), status })}
          aria-current={status === filters.status ? 'page' : undefined}
          state={preventScrollReset}
        >
          {name}
          <TabCount filters={{ ...filters, status }} />
        </Link>
      ))}
    </nav>
  )
}

function TabCount({ filters }: { filters: OrderFilters }) {
  const { data: count } = useQuery(ordersCountQuery(filters))
  return typeof count === 'number' ? <small>{formatCappedCount(count)}</small> : null
}
