import { Box, ChartNoAxesColumn, KeyRound, MessageSquareText, UserRound } from 'lucide-react'
import { paths } from '../../paths.ts'
import type { Place } from './place.ts'

/** Where everybody who is signed in may go. */
export const overview: Place = {
  to: paths.overview,
  name: 'Overview',
  Icon: ChartNoAxesColumn,
}
export const myProfile: Place = {
  to: paths.myProfile,
  name: 'My Profile',
  Icon: UserRound,
  within: [paths.profileUpdate],
}
export const account: Place = { to: paths.account, name: 'Sign-in & Security', Icon: KeyRound }

/** The places of the dashboard that are a customer's. */
export const customerPlaces: Place[] = [
  overview,
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
