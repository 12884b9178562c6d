import type { PaletteResults } from '@freehub/contract/palette/calls'
import { paths } from '../../paths.ts'
import type { Group } from './choice.ts'

/** Groups the search results for all users: parts and orders. */
export function buildResultGroups({ parts, orders }: PaletteResults, showEmail: boolean): Group[] {
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
      choices: orders.map(({ _id, productName, email, stage }) => ({
        to: paths.order(_id),
        name: productName,
        about: [stage, showEmail && email, `…${_id.slice(-6)}`].filter(Boolean).join(', '),
      })),
    },
  ]
}
