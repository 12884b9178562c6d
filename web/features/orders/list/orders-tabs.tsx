import type { OrderStatus } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { searchOf } from '../../../api/turn.ts'
import { keepScroll } from '../../../ui/page/kept-scroll.tsx'
import { ordersCount } from '../staff/all-orders-list.ts'
import { totalInShort } from './orders-in-words.ts'
import { firstPage, type OrdersWanted } from './orders-wanted.ts'

const tabs: { status: OrderStatus | ''; name: string }[] = [
  { status: '', name: 'All' },
  { status: 'Pending', name: 'Pending' },
  { status: 'Paid', name: 'Paid' },
  { status: 'Shipped', name: 'Shipped' },
]

/** The orders by status, and how many there are of each. */
export function OrdersTabs({ wanted }: { wanted: OrdersWanted }) {
  return (
    <nav className="tabs-line" aria-label="Orders by status">
      {tabs.map(({ status, name }) => (
        <Link
          key={name}
          to={searchOf({ ...firstPage(wanted), status })}
          aria-current={status === wanted.status ? 'page' : undefined}
          state={keepScroll}
        >
          {name}
          <TabCount wanted={{ ...wanted, status }} />
        </Link>
      ))}
    </nav>
  )
}

function TabCount({ wanted }: { wanted: OrdersWanted }) {
  const { data: count } = useQuery(ordersCount(wanted))
  return typeof count === 'number' ? <small>{totalInShort(count)}</small> : null
}
