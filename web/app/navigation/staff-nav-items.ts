import { CirclePlus, FileUp, LayoutList, MessageSquareQuote, ShieldPlus, Truck } from 'lucide-react'
import { paths } from '../../paths.ts'
import type { NavItem } from './nav-item.ts'
import { accountItem, myProfileItem, overviewItem } from './nav-items.ts'

/** The staff's dashboard menu. Customers' browsers do not load it. */
export const staffNavItems: NavItem[] = [
  overviewItem,
  myProfileItem,
  { to: paths.manageOrders, name: 'Manage All Orders', Icon: Truck, subpaths: [paths.order('')] },
  { to: paths.addProduct, name: 'Add A Product', Icon: CirclePlus },
  {
    to: paths.makeAdmin,
    name: 'Make Admin',
    Icon: ShieldPlus,
    subpaths: [paths.person('')],
  },
  { to: paths.manageReviews, name: 'Manage Reviews', Icon: MessageSquareQuote },
  {
    to: paths.manageProducts,
    name: 'Manage Products',
    Icon: LayoutList,
    subpaths: [paths.stock(''), paths.editProduct('')],
  },
  {
    to: paths.importProducts,
    name: 'Import Products',
    Icon: FileUp,
    subpaths: [paths.partImport('')],
  },
  accountItem,
]
