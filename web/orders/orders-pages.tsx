import { Link } from 'react-router'
import type { OrdersPage } from './orders-list.ts'
import { firstPage, type OrdersWanted, pageNamed, searchOf } from './orders-wanted.ts'

interface OrdersPagesProps {
  wanted: OrdersWanted
  page: OrdersPage
}

/** A way to another page says so, and the heading takes the focus that its link may lose. */
const turnedPage = { turnedPage: true } as const

/** The ways to the pages around this one; nothing where there is but one. */
export function OrdersPages({ wanted, page: { next, previous } }: OrdersPagesProps) {
  if (!next && !previous) return null
  const ways: [name: string, to: OrdersWanted | undefined][] = [
    ['First', previous ? firstPage(wanted) : undefined],
    ['Previous', previous ? pageNamed(wanted, previous) : undefined],
    ['Next', next ? pageNamed(wanted, next) : undefined],
    ['Last', next ? { ...firstPage(wanted), last: 'true' } : undefined],
  ]
  return (
    <nav className="orders-pages" aria-label="Pages of orders">
      {ways.map(([name, to]) =>
        to ? (
          <Link
            key={name}
            className="btn btn-outline btn-sm"
            to={searchOf(to)}
            state={turnedPage}
            aria-label={`${name} page`}
          >
            {name}
          </Link>
        ) : (
          <span key={name} className="btn btn-sm btn-disabled" aria-hidden="true">
            {name}
          </span>
        ),
      )}
    </nav>
  )
}
