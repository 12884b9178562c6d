import type { OrderStatus, OrdersSort } from '@freehub/contract/orders/orders'
import { FIRST_PAGE, type PageCursor, readPageCursor } from '../../../api/page-cursor.ts'

/** Filters, sort order and page of the order list. An empty string means unset. */
export interface OrderFilters extends PageCursor {
  status: OrderStatus | ''
  search: string
  sort: OrdersSort | ''
}

const STATUSES: readonly OrderStatus[] = ['Pending', 'Paid', 'Shipped']
const SORTS: readonly OrdersSort[] = ['newest', 'oldest', 'dearest', 'cheapest']

/** Reads the filters from a URL. Ignores invalid values. */
export function readOrderFilters(params: URLSearchParams): OrderFilters {
  return {
    status: STATUSES.find((status) => status === params.get('status')) ?? '',
    search: params.get('search')?.trim() ?? '',
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? '',
    ...readPageCursor(params),
  }
}

/** Returns the filters for the first page of the same orders. */
export function toFirstPage(filters: OrderFilters): OrderFilters {
  return { ...filters, ...FIRST_PAGE }
}
