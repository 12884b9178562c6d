import {
  Box,
  CirclePlus,
  KeyRound,
  LayoutList,
  type LucideIcon,
  MessageSquareText,
  ShieldPlus,
  Truck,
  UserRound,
} from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'

interface Place {
  to: string
  name: string
  Icon: LucideIcon
  /** Screens that are reached from this one and have no entry of their own. */
  within?: string[]
}

const myProfile: Place = {
  to: paths.myProfile,
  name: 'My Profile',
  Icon: UserRound,
  within: [paths.profileUpdate],
}
const account: Place = { to: paths.account, name: 'Sign-in & Security', Icon: KeyRound }
const customerPlaces: Place[] = [
  myProfile,
  {
    to: paths.myOrders,
    name: 'My Orders',
    Icon: Box,
    within: [paths.order(''), paths.payment('')],
  },
  { to: paths.addReview, name: 'Add A Review', Icon: MessageSquareText },
  account,
]
const adminPlaces: Place[] = [
  myProfile,
  { to: paths.manageOrders, name: 'Manage All Orders', Icon: Truck, within: [paths.order('')] },
  { to: paths.addProduct, name: 'Add A Product', Icon: CirclePlus },
  { to: paths.makeAdmin, name: 'Make Admin', Icon: ShieldPlus },
  { to: paths.manageProducts, name: 'Manage Products', Icon: LayoutList },
  account,
]

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

function current(pathname: string, to: string, within: string[] = []) {
  if (pathname === to) return 'page'
  return within.some((screen) => pathname.startsWith(screen)) ? 'true' : undefined
}
