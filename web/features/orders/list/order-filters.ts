import { orderSorts, orderStages } from '@freehub/contract/orders/order-filter-values'
import type { OrderStage, OrdersSort } from '@freehub/contract/orders/orders'
import { isId } from '@freehub/contract/read-id'
import { type DateFilters, parseDateFilters, withTimes } from '../../../ui/lists/date-filter.tsx'
import { type ListFilters, parseListFilters } from '../../../ui/lists/use-list-filters.ts'

/** Filters, sort order and page of a list of orders. An empty text means not set. */
export interface OrderFilters extends ListFilters, DateFilters {
  status: OrderStage | ''
  sort: OrdersSort | ''
  /** The id of a part. */
  part: string
}

/** Parses the filters of a URL. Ignores invalid values. */
export function parseOrderFilters(params: URLSearchParams): OrderFilters {
  const { search, ...cursor } = parseListFilters(params)
  const part = params.get('part') ?? ''
  return {
    status: orderStages.find((stage) => stage === params.get('status')) ?? '',
    search,
    sort: orderSorts.find((sort) => sort === params.get('sort')) ?? '',
    part: isId(part) ? part : '',
    ...parseDateFilters(params),
    ...cursor,
  }
}

/** Returns the parameters of the calls. Without search and status, the list contains only active orders. */
export function toOrderQuery(filters: OrderFilters) {
  const defaultStatus = filters.search ? 'Any' : ''
  return { ...withTimes(filters), status: filters.status || defaultStatus }
}

/** True if a search, a status, a part or a period is set. The sort order does not count. */
export const isFiltered = ({ search, status, part, period }: OrderFilters) =>
  search !== '' || status !== '' || part !== '' || period !== ''
