import type { PaletteResults } from '@freehub/contract/palette/calls'
import { use } from 'react'
import type { SessionUser } from '../../features/identity/session.ts'
import { paths } from '../../paths.ts'
import { readDraft, saveDraft } from '../../ui/forms/form-draft.ts'
import { loadStaffNav, useNavItems } from '../navigation/nav-items.ts'

export interface Choice {
  /** Path of the entry, also its unique key. */
  to: string
  name: string
  /** Details that distinguish entries with the same name. */
  about?: string
}

export interface Group {
  name: string
  choices: Choice[]
}

/**
 * Groups the palette's choices by kind, without empty groups. `local` are recent choices and screens,
 * available at once; `results` come from the server.
 */
export function useGroups(
  { email, admin }: SessionUser,
  query: string,
  data: PaletteResults | undefined,
) {
  const navItems = useNavItems(admin).map(({ to, name }) => ({ to, name }))
  const screens = [...navItems, ...publicScreens]
  const buildStaffGroup = admin && use(loadStaffNav()).buildStaffGroup
  const recent = query === '' ? readRecentChoices(email) : []
  const isNew = ({ to }: Choice) => !recent.some((recentChoice) => recentChoice.to === to)
  const local = [
    { name: 'Recent', choices: recent },
    { name: 'Screens', choices: searchScreens(screens, query).filter(isNew) },
  ]
  const results = data ? buildResultGroups(data, admin) : []
  if (data && buildStaffGroup) results.push(buildStaffGroup(data))
  const hasChoices = ({ choices }: Group) => choices.length > 0
  return { local: local.filter(hasChoices), results: results.filter(hasChoices) }
}

/** Groups the search results for all users: parts and orders. */
function buildResultGroups({ parts, orders }: PaletteResults, showEmail: boolean): Group[] {
  return [
    {
      name: 'Parts',
      choices: parts.map(({ _id, name, sku }) => ({
        to: paths.part(_id),
        name,
        ...(sku && { about: sku }),
      })),
    },
    {
      name: 'Orders',
      choices: orders.map(({ _id, orderNumber, productName, email, stage }) => ({
        to: paths.order(_id),
        name: `${orderNumber} ${productName}`,
        about: [stage, showEmail && email].filter(Boolean).join(', '),
      })),
    },
  ]
}

const publicScreens: Choice[] = [
  { to: paths.home, name: 'Home' },
  { to: paths.allParts, name: 'Bicycle Parts' },
  { to: paths.blogs, name: 'Blogs' },
]

/** Finds screens by word prefixes: `man ord` matches Manage All Orders. */
export function searchScreens(screens: Choice[], search: string): Choice[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return screens.filter(({ name }) => {
    const nameWords = name.toLowerCase().split(/[\s-]+/)
    return words.every((word) => nameWords.some((nameWord) => nameWord.startsWith(word)))
  })
}

const DRAFT_NAME = 'palette'
const MAX_CHOICES = 5

/** Reads the user's last choices, newest first. Like drafts they are stored per tab and removed on sign-out. */
function readRecentChoices(email: string): Choice[] {
  const { recent } = readDraft(email, DRAFT_NAME, { recent: [] as unknown[] })
  return Array.isArray(recent) ? recent.filter(isChoice) : []
}

export function saveRecentChoice(email: string, { to, name, about }: Choice): void {
  const others = readRecentChoices(email).filter((other) => other.to !== to)
  const choice = about ? { to, name, about } : { to, name }
  saveDraft(email, DRAFT_NAME, { recent: [choice, ...others].slice(0, MAX_CHOICES) })
}

/** Validates stored data. Only same-origin paths are accepted. */
function isChoice(stored: unknown): stored is Choice {
  const { to, name } = (stored ?? {}) as Partial<Choice>
  return typeof name === 'string' && typeof to === 'string' && /^\/(?![/\\])/.test(to)
}
