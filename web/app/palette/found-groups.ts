import type { Findings } from '@freehub/contract/palette/palette'
import { paths } from '../../paths.ts'
import type { Group } from './choice.ts'

/** What the shop has found of what everybody may see: parts, and orders. */
export function foundGroups({ parts, orders }: Findings, ofOthers: boolean): Group[] {
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
        about: [stage, ofOthers && email, `…${_id.slice(-6)}`].filter(Boolean).join(', '),
      })),
    },
  ]
}
