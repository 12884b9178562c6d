import type { PaletteResults } from '@freehub/contract/palette/calls'
import { paths } from '../../paths.ts'
import type { Group } from './choice.ts'

/** Groups the search results for staff only. Customers' browsers do not load this. */
export function buildStaffGroups({ people }: PaletteResults): Group[] {
  const choices = people.map(({ email, name }) => ({
    to: paths.person(email),
    name: email,
    about: name,
  }))
  return [{ name: 'People', choices }]
}
