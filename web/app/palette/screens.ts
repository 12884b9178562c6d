import { paths } from '../../paths.ts'
import type { Place } from '../navigation/place.ts'
import type { Choice } from './choice.ts'

const publicScreens: Choice[] = [
  { to: paths.home, name: 'Home' },
  { to: paths.allParts, name: 'Bicycle Parts' },
  { to: paths.blogs, name: 'Blogs' },
]

/** Every screen that has a name of its own, the dashboard's first. */
export function screensOf(places: Place[]): Choice[] {
  return [...places.map(({ to, name }) => ({ to, name })), ...publicScreens]
}

/** The screens in whose names each of the words begins a word: `man ord` is Manage All Orders. */
export function screensFound(screens: Choice[], search: string): Choice[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return screens.filter(({ name }) => {
    const named = name.toLowerCase().split(/[\s-]+/)
    return words.every((word) => named.some((one) => one.startsWith(word)))
  })
}
