import {
  CirclePlus,
  FileUp,
  LayoutList,
  MessageSquareQuote,
  PhoneCall,
  ShieldPlus,
  Truck,
} from 'lucide-react'
import { paths } from '../../paths.ts'

/** The entries of the dashboard menu for staff only. Customers' browsers do not load this file. */
export const staffNavItems = [
  { to: paths.manageOrders, name: 'Manage All Orders', Icon: Truck, subpaths: [paths.order('')] },
  { to: paths.newOrder, name: 'New Order', Icon: PhoneCall },
  { to: paths.addProduct, name: 'Add A Product', Icon: CirclePlus },
  { to: paths.makeAdmin, name: 'Make Admin', Icon: ShieldPlus, subpaths: [paths.person('')] },
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
]
