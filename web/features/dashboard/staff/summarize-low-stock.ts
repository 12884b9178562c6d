import { LOW_STOCK_DAYS } from '@freehub/contract/constants'
import { formatCount } from '@freehub/contract/money'
import { pluralize } from '../../../api/format-count.ts'

/** Counts the parts that will sell out soon. `soldOutCount` of them cannot be ordered any more. */
export function summarizeLowStock(count: number, soldOutCount: number): string {
  const period = `within ${LOW_STOCK_DAYS} days at the current rate`
  if (count === 0) return `No part will sell out ${period}.`
  const soonCount = count - soldOutCount
  if (soldOutCount === 0) return `${pluralize(soonCount, 'part', 'parts')} will sell out ${period}.`
  const soldOut = `${pluralize(soldOutCount, 'part is below its', 'parts are below their')} minimum order.`
  return soonCount === 0
    ? soldOut
    : `${soldOut} ${formatCount(soonCount)} more will sell out ${period}.`
}
