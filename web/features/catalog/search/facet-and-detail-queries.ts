import { type PartFilters, serializePartFilters } from '@freehub/contract/catalog/part-filters'
import type { Facet, Family, PartDetails } from '@freehub/contract/catalog/parts'
import { CACHE_TTL_MS, PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { keepPreviousData } from '@tanstack/react-query'
import { getQuery } from '../../../api/get-query.ts'
import type { Fetch } from '../../../api/send.ts'

/** Filters with a page cursor that may also be null, as in the first page parameter of a query. */
export type ListFilters = Omit<PartFilters, 'after'> & { after?: string | null | undefined }

/** Returns the slug of the family to which all results belong. Undefined if the results may have several families. */
export function findOnlyFamily(
  { families: slugs }: Pick<ListFilters, 'families'>,
  families: Family[] = [],
): string | undefined {
  const found =
    slugs.length > 0 ? slugs : families.filter(({ count }) => count !== 0).map(({ slug }) => slug)
  return found.length === 1 ? found[0] : undefined
}

/** Returns the query for the attributes that distinguish the filtered parts of one family. */
export function facetsQuery(filters: ListFilters, fetch?: Fetch) {
  const { view: _view, after: _after, sort: _sort, ...others } = filters
  const query = serializePartFilters(others).toString()
  return {
    ...getQuery<Facet[]>([PARTS_QUERY_KEY, 'facets', query], `/api/facets?${query}`, {
      withoutToken: true,
      fetch,
    }),
    placeholderData: keepPreviousData,
    staleTime: CACHE_TTL_MS,
  }
}

/** Returns the query for the details of several parts, in the order of the ids. */
export const detailsQuery = (ids: string[], fetch?: Fetch) => ({
  ...getQuery<PartDetails[]>(
    [PARTS_QUERY_KEY, 'details', ids.join(',')],
    `/api/part-details?ids=${ids}`,
    { withoutToken: true, fetch },
  ),
  staleTime: CACHE_TTL_MS,
})
