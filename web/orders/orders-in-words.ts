import { formatCount } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders'
import type { ReadRows } from '../api/list-pages.ts'
import { countInWords } from '../ui/count-in-words.ts'

export const countOrdersInWords = (read: ReadRows<Order>) => countInWords(read, 'order', 'orders')

/** As above, and how many wait to be paid, when all of them are here to be counted. */
export function countToPayInWords(read: ReadRows<Order>): string {
  const toPay = read.rows.filter((order) => !order.paid).length
  const whole = read.total === read.rows.length
  return whole && toPay > 0
    ? `${countOrdersInWords(read)}, ${formatCount(toPay)} to pay`
    : countOrdersInWords(read)
}
