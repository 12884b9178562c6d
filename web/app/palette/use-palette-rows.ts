import { pages } from '@freehub/contract/pages'
import { isId } from '@freehub/contract/read-id'
import type { PersonDetails } from '@freehub/contract/users/user-schemas'
import { skipToken, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { matchPath, useLocation } from 'react-router'
import { lazyStaffModule } from '../../api/lazy-staff-module.ts'
import { partQuery } from '../../features/catalog/part/part-queries.ts'
import { useSession } from '../../features/identity/session.ts'
import { orderHistoryQuery } from '../../features/orders/list/orders-queries.ts'
import { paths } from '../../paths.ts'
import { useNavItems } from '../navigation/nav-items.ts'
import { customerActions, visitorActions } from './actions.ts'
import { emptySearchFields, type PaletteRows, type StaffResults, type Subject } from './choices.ts'
import { listRecent, readVisits } from './visits.ts'

const loadStaffActions = lazyStaffModule(() => import('./staff-actions.ts'))

const publicScreens = [
  { to: paths.home, name: 'Home' },
  { to: paths.allParts, name: 'Bicycle Parts' },
  { to: paths.cart, name: 'Cart' },
  { to: paths.blogs, name: 'Blogs' },
]

/** Returns the rows of the palette for the user on the current screen. Suspends while the actions of staff load. */
export function usePaletteRows(): PaletteRows & { isSignedIn: boolean; placeholder: string } {
  const session = useSession()
  const user = session.status === 'signedIn' ? session.user : undefined
  const isStaff = user?.admin === true
  const navItems = useNavItems(isStaff).map(({ to, name }) => ({ to, name }))
  const staff = isStaff ? use(loadStaffActions()) : undefined
  const { pathname } = useLocation()
  const subject = useSubject(Boolean(user), staff?.staffResults.personQuery)
  if (!user)
    return {
      actions: visitorActions,
      screens: [...publicScreens, { to: paths.wheelBuilder, name: 'Wheel Builder' }],
      recent: [],
      subject,
      isSignedIn: false,
      placeholder: 'Part, number or action',
    }
  return {
    actions: staff?.staffActions ?? customerActions,
    screens: [...navItems, ...publicScreens],
    recent: listRecent(readVisits(user.email), pathname),
    subject,
    staff: staff?.staffResults,
    isSignedIn: true,
    placeholder: isStaff ? 'Number, name or action' : 'Number, part or action',
  }
}

/** Returns the order, part or user that the screen shows. Only staff see users. */
function useSubject(
  isSignedIn: boolean,
  personQuery?: StaffResults['personQuery'],
): Subject | undefined {
  const { pathname, search } = useLocation()
  const readId = (pattern: string) => matchPath(pattern, pathname)?.params.id ?? ''
  const orderId =
    readId(pages.order) ||
    (pathname === paths.manageOrders && new URLSearchParams(search).get('open')) ||
    ''
  const partId =
    readId(pages.part) || readId(pages.stock) || readId(pages.editProduct) || readId(pages.purchase)
  const { data: history } = useQuery({
    ...orderHistoryQuery(orderId),
    enabled: isSignedIn && orderId !== '',
  })
  const { data: part } = useQuery({ ...partQuery(partId), enabled: isId(partId) })
  const idOrEmail = matchPath(pages.person, pathname)?.params.idOrEmail
  const { data: person } = useQuery<PersonDetails>(
    idOrEmail && personQuery ? personQuery(idOrEmail) : { queryKey: [], queryFn: skipToken },
  )
  if (orderId && history)
    return { kind: 'orders', name: `Order ${history.order.orderNumber}`, target: history.order }
  if (partId && part)
    return { kind: 'parts', name: part.name, target: { ...part, ...emptySearchFields } }
  if (!person) return undefined
  const { email } = person.user
  return { kind: 'people', name: email, target: { email, name: person.profile.displayName } }
}
