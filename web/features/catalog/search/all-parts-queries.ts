import type { Family, Part } from '@freehub/contract/catalog/parts'
import {
  type PartsWanted,
  partsWantedQuery,
  SEARCHED_FOR_HEADER,
} from '@freehub/contract/catalog/parts-wanted'
import { CACHE_LIFE_MS, PARTS_QUERY_KEY, PARTS_QUERY_RETRIES } from '@freehub/contract/constants'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callForResponse } from '../../../api/call.ts'
import { partsCountedUpTo } from '../../../api/counted.ts'
import { pageLink } from '../../../api/page-links.ts'
import type { Fetch } from '../../../api/send.ts'

const PARTS_AT_ONCE = 24

export interface PartsPage {
  parts: Part[]
  /** The last part's id where more follow, for `?after=`. */
  next: string | null
  /** How many parts there are on all pages, counted so far at most. */
  total: number
  countedUpTo: number
  /** The words that a misspelt search was taken for. */
  searchedFor: string | null
}

/** The parts that are wanted, page after page. `fetch` is given by the server alone. */
export function allPartsQuery({ after = null, ...wanted }: Wanted, fetch?: Fetch) {
  const query = partsWantedQuery(wanted)
  return infiniteQueryOptions({
    queryKey: [PARTS_QUERY_KEY, 'all', query.toString(), after],
    queryFn: ({ pageParam, signal }) => readPage(query, pageParam, signal, fetch),
    initialPageParam: after,
    getNextPageParam: (page: PartsPage) => page.next,
    placeholderData: keepPreviousData,
    staleTime: CACHE_LIFE_MS,
    retry: PARTS_QUERY_RETRIES,
  })
}

type Wanted = Omit<PartsWanted, 'after'> & { after?: string | null | undefined }

/** The families, and how many parts of each are wanted: whatever is chosen of them does not count. */
export function familiesQuery({ search, available, priceFrom, priceTo }: Wanted, fetch?: Fetch) {
  const query = partsWantedQuery({ search, available, priceFrom, priceTo }).toString()
  return queryOptions({
    queryKey: [PARTS_QUERY_KEY, 'families', query],
    queryFn: ({ signal }) =>
      call<Family[]>('GET', `/api/families${query && `?${query}`}`, { plain: true, signal, fetch }),
    placeholderData: keepPreviousData,
    staleTime: CACHE_LIFE_MS,
  })
}

async function readPage(
  wanted: URLSearchParams,
  after: string | null,
  signal: AbortSignal,
  fetch?: Fetch,
): Promise<PartsPage> {
  const query = new URLSearchParams(wanted)
  query.set('size', String(PARTS_AT_ONCE))
  if (after) query.set('after', after)
  const response = await callForResponse('GET', `/parts?${query}`, { signal, fetch })
  const parts = (await response.json()) as Part[]
  const { headers } = response
  return {
    parts,
    next: afterOf(pageLink(headers.get('Link'), 'next')),
    total: Number(headers.get('X-Total-Count') ?? parts.length),
    countedUpTo: partsCountedUpTo(wanted.get('search') ?? ''),
    searchedFor: decoded(headers.get(SEARCHED_FOR_HEADER)),
  }
}

function afterOf(address: string | undefined): string | null {
  return address ? new URLSearchParams(address.split('?')[1]).get('after') : null
}

/** A header says what is not ASCII percent-encoded. */
function decoded(words: string | null): string | null {
  try {
    return words && decodeURIComponent(words)
  } catch {
    return words
  }
}
