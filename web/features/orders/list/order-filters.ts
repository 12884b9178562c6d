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
  /** A customer's current email, in lists for staff. */
  client: string
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
    client: '',
    ...parseDateFilters(params),
    ...cursor,
  }
}

/** Parses the filters of a URL for staff, who can filter by customer. */
export const parseStaffOrderFilters = (params: URLSearchParams): OrderFilters => ({
  ...parseOrderFilters(params),
  client: params.get('client') ?? '',
})

/** Returns the parameters of the calls. Without search, customer and status, the list contains only active orders. */
export function toOrderQuery(filters: OrderFilters) {
  const defaultStatus = showsAllStagesByDefault(filters) ? 'Any' : ''
  return { ...withTimes(filters), status: filters.status || defaultStatus }
}

/** True if a search or a customer is set. Then the list shows all stages unless a status is chosen. */
export const showsAllStagesByDefault = ({ search, client }: OrderFilters) =>
  search !== '' || client !== ''

/** True if a search, a status, a part, a customer or a period is set. The sort order does not count. */
export const isFiltered = ({ search, status, part, client, period }: OrderFilters) =>
  [search, status, part, client, period].some((filter) => filter !== '')
