import { type PartFilters, serializePartFilters } from '@freehub/contract/catalog/part-filters'
import type { Facet, PartDetails } from '@freehub/contract/catalog/parts'
import { CACHE_TTL_MS, PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { Fetch } from '../../../api/send.ts'

/** Filters with a page cursor that may also be null, as in the first page parameter of a query. */
export type ListFilters = Omit<PartFilters, 'after'> & { after?: string | null | undefined }

/** Returns the query for the attributes that distinguish the filtered parts of one family. */
export function facetsQuery(filters: ListFilters, fetch?: Fetch) {
  const { view: _view, after: _after, sort: _sort, ...others } = filters
  const query = serializePartFilters(others).toString()
  return queryOptions({
    queryKey: [PARTS_QUERY_KEY, 'facets', query],
    queryFn: ({ signal }) =>
      call<Facet[]>('GET', `/api/facets?${query}`, { withoutToken: true, signal, fetch }),
    placeholderData: keepPreviousData,
    staleTime: CACHE_TTL_MS,
  })
}

/** Returns the query for the details of several parts. */
export function detailsQuery(ids: string[], fetch?: Fetch) {
  return queryOptions({
    queryKey: [PARTS_QUERY_KEY, 'details', ids.join(',')],
    queryFn: ({ signal }) =>
      call<PartDetails[]>('GET', `/api/part-details?ids=${ids}`, {
        withoutToken: true,
        signal,
        fetch,
      }),
    staleTime: CACHE_TTL_MS,
  })
}
