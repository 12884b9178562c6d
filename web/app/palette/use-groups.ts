import type { Findings } from '@freehub/contract/palette/palette'
import { use } from 'react'
import { staffCode } from '../../api/staff-code.ts'
import type { SessionUser } from '../../features/identity/session.ts'
import { usePlaces } from '../navigation/use-places.ts'
import type { Choice, Group } from './choice.ts'
import { foundGroups } from './found-groups.ts'
import { readRecent } from './recent.ts'
import { screensFound, screensOf } from './screens.ts'

const staffGroupsCode = staffCode(() => import('./staff-groups.ts'))

interface Groups {
  /** Known at once: where one was lately, and screens. */
  own: Group[]
  /** What the shop has found. */
  found: Group[]
}

/** What can be chosen, by kind; kinds of which there is nothing are left out. */
export function useGroups(
  { email, admin }: SessionUser,
  typed: string,
  findings: Findings | undefined,
): Groups {
  const screens = screensOf(usePlaces(admin))
  const forStaff = admin ? use(staffGroupsCode()).staffGroups : () => []
  const recent = typed === '' ? readRecent(email) : []
  const isNew = ({ to }: Choice) => !recent.some((one) => one.to === to)
  const own = [
    { name: 'Recent', choices: recent },
    { name: 'Screens', choices: screensFound(screens, typed).filter(isNew) },
  ]
  const found = findings ? [...foundGroups(findings, admin), ...forStaff(findings)] : []
  return { own: own.filter(hasAny), found: found.filter(hasAny) }
}

const hasAny = ({ choices }: Group) => choices.length > 0
