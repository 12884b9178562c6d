import { paths } from '../../paths.ts'
import type { NavItem } from '../navigation/nav-item.ts'
import type { Choice } from './choice.ts'

const publicScreens: Choice[] = [
  { to: paths.home, name: 'Home' },
  { to: paths.allParts, name: 'Bicycle Parts' },
  { to: paths.blogs, name: 'Blogs' },
]

/** Lists the screens of the dashboard, then the public ones. */
export function listScreens(navItems: NavItem[]): Choice[] {
  return [...navItems.map(({ to, name }) => ({ to, name })), ...publicScreens]
}

/** Finds screens by word prefixes: `man ord` matches Manage All Orders. */
export function searchScreens(screens: Choice[], search: string): Choice[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return screens.filter(({ name }) => {
    const nameWords = name.toLowerCase().split(/[\s-]+/)
    return words.every((word) => nameWords.some((nameWord) => nameWord.startsWith(word)))
  })
}
