import {
  parsePartFilters,
  SEARCH_RELAXED_HEADER,
  serializePartFilters,
} from '@freehub/contract/catalog/part-filters'
import type { Family, Part } from '@freehub/contract/catalog/parts'
import {
  CACHE_TTL_MS,
  HOME_PREVIEW_SIZE,
  PARTS_QUERY_KEY,
  PARTS_QUERY_RETRIES,
} from '@freehub/contract/constants'
import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { callWithHeaders } from '../../../api/call.ts'
import { getMaxPartCount } from '../../../api/capped-count.ts'
import { getQuery } from '../../../api/get-query.ts'
import { parsePageLink, readCorrectedText } from '../../../api/lists/paged-list.ts'
import type { Fetch } from '../../../api/send.ts'
import {
  detailsQuery,
  facetsQuery,
  findOnlyFamily,
  type ListFilters,
} from './facet-and-detail-queries.ts'

const PAGE_SIZE = 24

export interface PartsPage {
  parts: Part[]
  /** The cursor of the next page, for `?after=`. */
  next: string | null
  /** Number of parts on all pages, at most `maxCount`. */
  total: number
  maxCount: number
  /** The corrected text of a search with a misspelt or unknown word. */
  correctedText: string | undefined
  /** True if no part, or none of the named type, contains all words of the search. */
  isRelaxed: boolean
}

/** Returns the query for pages of the filtered parts. Only the server passes `fetch`. */
export function allPartsQuery({ after = null, view: _, ...filters }: ListFilters, fetch?: Fetch) {
  const query = serializePartFilters(filters)
  return infiniteQueryOptions({
    queryKey: [PARTS_QUERY_KEY, 'all', query.toString(), after],
    queryFn: ({ pageParam, signal }) => readPage(query, pageParam, signal, fetch),
    initialPageParam: after,
    getNextPageParam: (page: PartsPage) => page.next,
    placeholderData: keepPreviousData,
    staleTime: CACHE_TTL_MS,
    retry: PARTS_QUERY_RETRIES,
  })
}

/** Returns the query for the families with their numbers of matching parts. Ignores filters by family and attribute. */
export function familiesQuery(
  { search, available, priceFrom, priceTo }: ListFilters,
  fetch?: Fetch,
) {
  const query = serializePartFilters({ search, available, priceFrom, priceTo }).toString()
  const path = `/api/families${query && `?${query}`}`
  return {
    ...getQuery<Family[]>([PARTS_QUERY_KEY, 'families', query], path, {
      withoutToken: true,
      fetch,
    }),
    placeholderData: keepPreviousData,
    staleTime: CACHE_TTL_MS,
  }
}

async function readPage(
  filters: URLSearchParams,
  after: string | null,
  signal: AbortSignal,
  fetch?: Fetch,
): Promise<PartsPage> {
  const query = new URLSearchParams(filters)
  query.set('size', String(PAGE_SIZE))
  if (after) query.set('after', after)
  const path = `/parts?${query}`
  const { body: parts, headers } = await callWithHeaders<Part[]>('GET', path, { signal, fetch })
  return {
    parts,
    next: readCursor(parsePageLink(headers.get('Link'), 'next')),
    total: Number(headers.get('X-Total-Count') ?? parts.length),
    maxCount: getMaxPartCount({
      search: filters.get('search') ?? '',
      hasAttributes: filters.has('attribute'),
    }),
    correctedText: readCorrectedText(headers),
    isRelaxed: headers.has(SEARCH_RELAXED_HEADER),
  }
}

function readCursor(url: string | undefined): string | null {
  return url ? new URLSearchParams(url.split('?')[1]).get('after') : null
}

/** Returns the query for the parts on the home page. Only the server passes `fetch`. */
export const partsPreviewQuery = (fetch?: Fetch) => ({
  ...getQuery<Part[]>(
    [PARTS_QUERY_KEY, { size: HOME_PREVIEW_SIZE }],
    `/parts?size=${HOME_PREVIEW_SIZE}`,
    { fetch },
  ),
  staleTime: CACHE_TTL_MS,
  retry: PARTS_QUERY_RETRIES,
})

/** Prefetches the data of the catalog page. Does nothing in the browser. */
export async function prefetchAllParts(client: QueryClient, fetch: Fetch, url: URL) {
  if (!import.meta.env.SSR) return
  const filters = parsePartFilters(url.searchParams)
  const families = familiesQuery(filters, fetch)
  await Promise.all([
    client.prefetchInfiniteQuery({ ...allPartsQuery(filters, fetch), retry: false }),
    client.prefetchQuery({ ...families, retry: false }),
  ])
  await Promise.all([prefetchFacets(), prefetchDetails()])

  async function prefetchFacets() {
    const family = findOnlyFamily(filters, client.getQueryData<Family[]>(families.queryKey))
    if (!family) return
    const query = facetsQuery({ ...filters, families: [family] }, fetch)
    await client.prefetchQuery({ ...query, retry: false })
  }

  async function prefetchDetails() {
    const [first] = client.getQueryData(allPartsQuery(filters).queryKey)?.pages ?? []
    const ids = first?.parts.map(({ _id }) => _id) ?? []
    if (ids.length > 0) await client.prefetchQuery({ ...detailsQuery(ids, fetch), retry: false })
  }
}
