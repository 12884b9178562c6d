import type { OrderStatus, OrdersSort } from '@freehub/contract/orders/orders'
import { type ListFilters, readListFilters } from '../../../ui/lists/use-list-filters.ts'

/** Filters, sort order and page of the order list. An empty string means unset. */
export interface OrderFilters extends ListFilters {
  status: OrderStatus | ''
  sort: OrdersSort | ''
}

const STATUSES: readonly OrderStatus[] = ['Pending', 'Paid', 'Shipped']
const SORTS: readonly OrdersSort[] = ['newest', 'oldest', 'dearest', 'cheapest']

/** Reads the filters from a URL. Ignores invalid values. */
export function readOrderFilters(params: URLSearchParams): OrderFilters {
  const { search, ...cursor } = readListFilters(params)
  return {
    status: STATUSES.find((status) => status === params.get('status')) ?? '',
    search,
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? '',
    ...cursor,
  }
}
