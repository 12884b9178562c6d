import type { OrderStatus, OrdersSort } from '@freehub/contract/orders/orders'
import { FIRST_PAGE, readTurn, type Turn } from '../../../api/turn.ts'

/** Which of all orders one wants to see, in which order, and which page of them; '' is not said. */
export interface OrdersWanted extends Turn {
  status: OrderStatus | ''
  search: string
  sort: OrdersSort | ''
}

const STATUSES: readonly OrderStatus[] = ['Pending', 'Paid', 'Shipped']
const SORTS: readonly OrdersSort[] = ['newest', 'oldest', 'dearest', 'cheapest']

/** What the address says; what makes no sense there is as if it were not said. */
export function readWanted(params: URLSearchParams): OrdersWanted {
  const said = (name: string) => params.get(name) ?? ''
  return {
    status: STATUSES.find((status) => status === said('status')) ?? '',
    search: said('search').trim(),
    sort: SORTS.find((sort) => sort === said('sort')) ?? '',
    ...readTurn(params),
  }
}

/** The first page of the same orders: where one is after asking for others. */
export function firstPage(wanted: OrdersWanted): OrdersWanted {
  return { ...wanted, ...FIRST_PAGE }
}
