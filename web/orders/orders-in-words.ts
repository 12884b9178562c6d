import { formatCount } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders'
import type { OrdersPage } from './orders-list.ts'

export interface ReadOrders {
  orders: Order[]
  /** How many there are in all: as the shop says, or as was seen once the last page is here. */
  total: number | undefined
}

/** What has been read of a list so far. */
export function readSoFar(pages: OrdersPage[]): ReadOrders {
  const orders = pages.flatMap((page) => page.orders)
  const last = pages.at(-1)
  return { orders, total: !last?.next ? orders.length : pages[0]?.total }
}

/** `1,248 orders`, or how many are shown as long as nobody has counted them all. */
export function countInWords({ orders, total }: ReadOrders): string {
  const count = total ?? orders.length
  const words = `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`
  return total === undefined ? `${words} shown` : words
}

/** As above, and how many wait to be paid, when all of them are here to be counted. */
export function countToPayInWords(read: ReadOrders): string {
  const toPay = read.orders.filter((order) => !order.paid).length
  const whole = read.total === read.orders.length
  return whole && toPay > 0
    ? `${countInWords(read)}, ${formatCount(toPay)} to pay`
    : countInWords(read)
}
