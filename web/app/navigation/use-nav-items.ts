import { use } from 'react'
import { lazyStaffModule } from '../../api/lazy-staff-module.ts'
import type { NavItem } from './nav-item.ts'
import { customerNavItems } from './nav-items.ts'

/** Returns the dashboard menu for the user's role. Suspends while the staff's menu loads. */
export function useNavItems(admin: boolean): NavItem[] {
  return admin ? use(loadStaffNavItems()).staffNavItems : customerNavItems
}

const loadStaffNavItems = lazyStaffModule(() => import('./staff-nav-items.ts'))
