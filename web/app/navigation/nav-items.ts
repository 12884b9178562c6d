import { Box, ChartNoAxesColumn, KeyRound, MessageSquareText, UserRound } from 'lucide-react'
import { paths } from '../../paths.ts'
import type { NavItem } from './nav-item.ts'

export const overviewItem: NavItem = {
  to: paths.overview,
  name: 'Overview',
  Icon: ChartNoAxesColumn,
}
export const myProfileItem: NavItem = {
  to: paths.myProfile,
  name: 'My Profile',
  Icon: UserRound,
  subpaths: [paths.profileUpdate],
}
export const accountItem: NavItem = {
  to: paths.account,
  name: 'Sign-in & Security',
  Icon: KeyRound,
}

/** The customer's dashboard menu. */
export const customerNavItems: NavItem[] = [
  overviewItem,
  myProfileItem,
  {
    to: paths.myOrders,
    name: 'My Orders',
    Icon: Box,
    subpaths: [paths.order(''), paths.payment('')],
  },
  { to: paths.addReview, name: 'Add A Review', Icon: MessageSquareText },
  accountItem,
]
