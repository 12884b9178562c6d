import { CirclePlus, FileUp, LayoutList, MessageSquareQuote, ShieldPlus, Truck } from 'lucide-react'
import { paths } from '../../paths.ts'
import type { Place } from './place.ts'
import { account, myProfile, overview } from './places.ts'

/** The places of the dashboard that are the staff's. Only their browsers load this. */
export const staffPlaces: Place[] = [
  overview,
  myProfile,
  { to: paths.manageOrders, name: 'Manage All Orders', Icon: Truck, within: [paths.order('')] },
  { to: paths.addProduct, name: 'Add A Product', Icon: CirclePlus },
  {
    to: paths.makeAdmin,
    name: 'Make Admin',
    Icon: ShieldPlus,
    within: [paths.person('')],
  },
  { to: paths.manageReviews, name: 'Manage Reviews', Icon: MessageSquareQuote },
  {
    to: paths.manageProducts,
    name: 'Manage Products',
    Icon: LayoutList,
    within: [paths.stock(''), paths.editProduct('')],
  },
  {
    to: paths.importProducts,
    name: 'Import Products',
    Icon: FileUp,
    within: [paths.partImport('')],
  },
  account,
]
