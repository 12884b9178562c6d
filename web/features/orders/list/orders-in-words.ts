import { formatCount } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { countedInShort, countedSoFar } from '../../../api/counted.ts'
import type { ReadRows } from '../../../api/list-pages.ts'
import { countInWords } from '../../../ui/forms/count-in-words.ts'

/** `1,248 orders`, and from where the shop counts no further `10,000 orders or more`. */
export function totalInWords(total: number): string {
  return countedSoFar(total, 'order', 'orders')
}

/** As above, in the room of a tab: `1,248`, `10,000+`. */
export function totalInShort(total: number): string {
  return countedInShort(total)
}

/** How many orders, and how many wait to be paid, when all of them are here to be counted. */
export function countToPayInWords(read: ReadRows<Order>): string {
  const words = countInWords(read, 'order', 'orders')
  const toPay = read.rows.filter((order) => !order.paid).length
  const whole = read.total === read.rows.length
  return whole && toPay > 0 ? `${words}, ${formatCount(toPay)} to pay` : words
}
