import { formatCount } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders'
import type { ReadRows } from '../api/list-pages.ts'

/** `1,248 orders`, or how many are shown as long as nobody has counted them all. */
export function countInWords({ rows, total }: ReadRows<Order>): string {
  const count = total ?? rows.length
  const words = `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`
  return total === undefined ? `${words} shown` : words
}

/** As above, and how many wait to be paid, when all of them are here to be counted. */
export function countToPayInWords(read: ReadRows<Order>): string {
  const toPay = read.rows.filter((order) => !order.paid).length
  const whole = read.total === read.rows.length
  return whole && toPay > 0
    ? `${countInWords(read)}, ${formatCount(toPay)} to pay`
    : countInWords(read)
}
