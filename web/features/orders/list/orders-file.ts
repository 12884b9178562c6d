import type { OrdersWanted } from './orders-wanted.ts'

/** The address of all orders that are wanted, on whatever page, as a file. */
export function ordersFile({ status, search, sort }: OrdersWanted): string {
  const said = Object.entries({ status, search, sort }).filter(([, value]) => value !== '')
  return `/api/orders/export.csv?${new URLSearchParams(said)}`
}
