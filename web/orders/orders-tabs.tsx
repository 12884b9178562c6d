import { formatCount } from '@freehub/contract/money'
import type { OrderStatus } from '@freehub/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { keepScroll } from '../shell/kept-scroll.tsx'
import { ordersCount } from './orders-list.ts'
import { type OrdersWanted, searchOf } from './orders-wanted.ts'

const tabs: { status: OrderStatus | ''; name: string }[] = [
  { status: '', name: 'All' },
  { status: 'Pending', name: 'Pending' },
  { status: 'Paid', name: 'Paid' },
  { status: 'Shipped', name: 'Shipped' },
]

/** The orders by status. `counted`: the shop says how many there are, so each tab can. */
export function OrdersTabs({ wanted, counted }: { wanted: OrdersWanted; counted: boolean }) {
  return (
    <nav className="tabs-line" aria-label="Orders by status">
      {tabs.map(({ status, name }) => (
        <Link
          key={name}
          to={searchOf({ ...wanted, status })}
          aria-current={status === wanted.status ? 'page' : undefined}
          state={keepScroll}
        >
          {name}
          {counted && <TabCount wanted={{ ...wanted, status }} />}
        </Link>
      ))}
    </nav>
  )
}

function TabCount({ wanted }: { wanted: OrdersWanted }) {
  const { data: count } = useQuery(ordersCount(wanted))
  return typeof count === 'number' ? <small>{formatCount(count)}</small> : null
}
