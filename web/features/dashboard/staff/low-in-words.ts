import { RUNNING_LOW_DAYS } from '@freehub/contract/dashboard/overview'
import { formatCount } from '@freehub/contract/money'
import { counted } from '../../../api/counted.ts'

/** How many parts run low, of which so many can no longer be ordered. */
export function lowInWords(count: number, soldOut: number): string {
  if (count === 0) return `No part comes to an end within ${RUNNING_LOW_DAYS} days at this pace.`
  const over =
    soldOut > 0 && `${counted(soldOut, 'part has', 'parts have')} less left than the minimum order.`
  const soon = count - soldOut
  const ending =
    soon > 0 &&
    `${over ? `${formatCount(soon)} more` : counted(soon, 'part', 'parts')} ${soon === 1 ? 'comes' : 'come'} to an end within ${RUNNING_LOW_DAYS} days at this pace.`
  return [over, ending].filter(Boolean).join(' ')
}
