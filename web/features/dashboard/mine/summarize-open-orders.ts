import type { MyOverview } from '@freehub/contract/dashboard/calls'
import { formatDollars } from '@freehub/contract/money'
import { pluralize } from '../../../api/format-count.ts'

type OpenTotals = Pick<MyOverview, 'openCount' | 'unpaidCount' | 'toPay'>

/** States how many orders are unpaid, and how many are paid but not shipped. */
export function summarizeOpenOrders({ openCount, unpaidCount, toPay }: OpenTotals): string {
  const unshippedCount = openCount - unpaidCount
  const sentences = [
    unpaidCount > 0 &&
      `${pluralize(unpaidCount, 'order', 'orders')} to pay, ${formatDollars(toPay)} in total.`,
    unshippedCount > 0 &&
      `${pluralize(unshippedCount, 'paid order', 'paid orders')} to be shipped.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
