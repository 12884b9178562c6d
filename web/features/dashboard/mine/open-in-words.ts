import type { MyOverview } from '@freehub/contract/dashboard/overview'
import { formatDollars } from '@freehub/contract/money'
import { counted } from '../../../api/counted.ts'

type Open = Pick<MyOverview, 'openCount' | 'unpaidCount' | 'toPay'>

/** How many orders wait to be paid, and how many to be shipped. */
export function openInWords({ openCount, unpaidCount, toPay }: Open): string {
  const paid = openCount - unpaidCount
  const wait = (count: number) => counted(count, 'order waits', 'orders wait')
  const said = [
    unpaidCount > 0 && `${wait(unpaidCount)} for your payment, ${formatDollars(toPay)} in all.`,
    paid > 0 && `${counted(paid, 'paid order waits', 'paid orders wait')} to be shipped.`,
  ]
  return said.filter(Boolean).join(' ')
}
