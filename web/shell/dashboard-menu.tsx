import { Box, type LucideIcon, Truck } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'

interface Place {
  to: string
  name: string
  Icon: LucideIcon
  /** Screens that are reached from this one and have no entry of their own. */
  within?: string
}

const customerPlaces: Place[] = [
  { to: paths.myOrders, name: 'My Orders', Icon: Box, within: paths.payment('') },
]
const adminPlaces: Place[] = [{ to: paths.manageOrders, name: 'Manage All Orders', Icon: Truck }]

/** The places of the dashboard that are this person's. */
export function DashboardMenu({ admin, onChoose }: { admin: boolean; onChoose?: () => void }) {
  const { pathname } = useLocation()
  const places = admin ? adminPlaces : customerPlaces
  return (
    <nav aria-label="Dashboard">
      <ul>
        {places.map(({ to, name, Icon, within }) => (
          <li key={to}>
            <Link to={to} onClick={onChoose} aria-current={current(pathname, to, within)}>
              <Icon className="ic" aria-hidden="true" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function current(pathname: string, to: string, within?: string) {
  if (pathname === to) return 'page'
  return within && pathname.startsWith(within) ? 'true' : undefined
}
