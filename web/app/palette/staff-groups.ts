import type { Findings } from '@freehub/contract/palette/palette'
import { paths } from '../../paths.ts'
import type { Group } from './choice.ts'

/** What is found for the staff alone. Only their browsers load this. */
export function staffGroups({ people }: Findings): Group[] {
  const choices = people.map(({ email, name }) => ({
    to: paths.person(email),
    name: email,
    about: name,
  }))
  return [{ name: 'People', choices }]
}
