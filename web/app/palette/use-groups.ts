import type { PaletteResults } from '@freehub/contract/palette/calls'
import { use } from 'react'
import { lazyStaffModule } from '../../api/lazy-staff-module.ts'
import type { SessionUser } from '../../features/identity/session.ts'
import { useNavItems } from '../navigation/use-nav-items.ts'
import type { Choice, Group } from './choice.ts'
import { readRecentChoices } from './recent-choices.ts'
import { buildResultGroups } from './result-groups.ts'
import { listScreens, searchScreens } from './screens.ts'

const loadStaffGroups = lazyStaffModule(() => import('./staff-groups.ts'))

interface Groups {
  /** Recent choices and screens, available at once. */
  local: Group[]
  /** Search results from the server. */
  results: Group[]
}

/** Groups the palette's choices by kind. Empty groups are left out. */
export function useGroups(
  { email, admin }: SessionUser,
  query: string,
  data: PaletteResults | undefined,
): Groups {
  const screens = listScreens(useNavItems(admin))
  const buildStaffGroups = admin ? use(loadStaffGroups()).buildStaffGroups : () => []
  const recent = query === '' ? readRecentChoices(email) : []
  const isNew = ({ to }: Choice) => !recent.some((recentChoice) => recentChoice.to === to)
  const local = [
    { name: 'Recent', choices: recent },
    { name: 'Screens', choices: searchScreens(screens, query).filter(isNew) },
  ]
  const results = data ? [...buildResultGroups(data, admin), ...buildStaffGroups(data)] : []
  return { local: local.filter(hasChoices), results: results.filter(hasChoices) }
}

const hasChoices = ({ choices }: Group) => choices.length > 0
