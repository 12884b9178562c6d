import {
  Bike,
  Box,
  ChartNoAxesColumn,
  CircleDot,
  ClipboardPaste,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  Tags,
  UserRound,
  Wrench,
} from 'lucide-react'
import { use } from 'react'
import { lazyStaffModule } from '../../api/lazy-staff-module.ts'
import { paths } from '../../paths.ts'

/** A screen with its own entry in the dashboard menu and the palette. */
export interface NavItem {
  to: string
  name: string
  Icon: LucideIcon
  /** Beginnings of the paths of screens without an entry. On these screens, the menu marks this entry. */
  subpaths?: string[]
}

const loadStaffNav = lazyStaffModule(() => import('./staff-nav.ts'))

/** Returns the dashboard menu for the user's role. Suspends while the menu of staff loads. */
export function useNavItems(admin: boolean): NavItem[] {
  const roleItems = admin ? use(loadStaffNav()).staffNavItems : customerNavItems
  return [
    { to: paths.overview, name: 'Overview', Icon: ChartNoAxesColumn },
    {
      to: paths.myProfile,
      name: 'My Profile',
      Icon: UserRound,
      subpaths: [paths.profileUpdate],
    },
    ...roleItems,
    { to: paths.account, name: 'Sign-in & Security', Icon: KeyRound },
  ]
}

const customerNavItems: NavItem[] = [
  {
    to: paths.myOrders,
    name: 'My Orders',
    Icon: Box,
    subpaths: [paths.order(''), paths.payment('')],
  },
  { to: paths.orderPad, name: 'Order Pad', Icon: ClipboardPaste },
  {
    to: paths.savedLists,
    name: 'Saved Lists',
    Icon: ListChecks,
    subpaths: [paths.savedList('')],
  },
  { to: paths.ownNumbers, name: 'My Part Numbers', Icon: Tags },
  { to: paths.wheelBuilder, name: 'Wheel Builder', Icon: CircleDot },
  { to: paths.jobs, name: 'Jobs', Icon: Wrench, subpaths: [paths.job('')] },
  { to: paths.bikes, name: 'My Bikes', Icon: Bike },
  { to: paths.addReview, name: 'Add A Review', Icon: MessageSquareText },
]
