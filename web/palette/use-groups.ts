import type { Findings } from '@freehub/contract/palette'
import { use } from 'react'
import type { SessionUser } from '../identity/session.ts'
import { staffCode } from '../shell/staff-code.ts'
import { usePlaces } from '../shell/use-places.ts'
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
