import {
  CACHE_LIFE_MS,
  HOME_PREVIEW_SIZE,
  PARTS_QUERY_KEY,
  PARTS_QUERY_RETRIES,
} from '@freehub/contract/constants'
import type { Part } from '@freehub/contract/parts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callForResponse } from '../api/call.ts'
import { nextPage } from '../api/next-page.ts'
import type { Fetch } from '../api/send.ts'

const PARTS_AT_ONCE = 24

export interface PartsPage {
  parts: Part[]
  /** The last part's id where more follow, for `?after=`. */
  next: string | null
  /** How many parts there are on all pages. */
  total: number
}

/** The first six parts, as home shows them. `fetch` is given by the server alone. */
export function partsPreviewQuery(fetch?: Fetch) {
  return queryOptions({
    queryKey: [PARTS_QUERY_KEY, { size: HOME_PREVIEW_SIZE }],
    queryFn: ({ signal }) =>
      call<Part[]>('GET', `/parts?size=${HOME_PREVIEW_SIZE}`, { signal, fetch }),
    staleTime: CACHE_LIFE_MS,
    retry: PARTS_QUERY_RETRIES,
  })
}

/** All parts, page after page, from the one that follows `after`, or from the first. */
export function allPartsQuery(after: string | null, fetch?: Fetch) {
  return infiniteQueryOptions({
    queryKey: [PARTS_QUERY_KEY, 'all', after],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal, fetch),
    initialPageParam: after,
    getNextPageParam: (page: PartsPage) => page.next,
    staleTime: CACHE_LIFE_MS,
    retry: PARTS_QUERY_RETRIES,
  })
}

async function readPage(
  after: string | null,
  signal: AbortSignal,
  fetch?: Fetch,
): Promise<PartsPage> {
  const from = after ? `&after=${encodeURIComponent(after)}` : ''
  const path = `/parts?size=${PARTS_AT_ONCE}${from}`
  const response = await callForResponse('GET', path, { signal, fetch })
  const parts = (await response.json()) as Part[]
  const next = nextPage(response.headers.get('Link'))
  const total = Number(response.headers.get('X-Total-Count') ?? parts.length)
  return { parts, next: next ? new URLSearchParams(next.split('?')[1]).get('after') : null, total }
}
