import { SEARCHED_FOR_HEADER } from '@freehub/contract/catalog/part-filters'
import { pluralize } from '@freehub/contract/money'
import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import { callWithHeaders } from '../call.ts'
import { MAX_COUNT } from '../capped-count.ts'

export const PAGE_SIZE = 50

/** A page of a list that is paginated only forwards. */
export interface ListPage<Row> {
  rows: Row[]
  /** URL of the next page. Undefined on the last page. */
  next: string | undefined
  /** Number of rows on all pages, if the server sent it. */
  total: number | undefined
  /** True if the server stopped counting at `total`. */
  isTotalCapped?: boolean | undefined
  /** The changed text of a search of parts, see `readCorrectedText`. */
  correctedText?: string | undefined
}

export interface LoadedRows<Row> {
  rows: Row[]
  /** Number of rows on all pages: the server's count, or the exact number after the last page has loaded. */
  total: number | undefined
  isTotalCapped?: boolean | undefined
}

/**
 * Returns an infinite query for a list. It refetches when the list appears. Each fetch calls `getFirstUrl`, because the
 * times of a period such as "Today" change.
 */
export function pagedListQuery<Row>(
  queryKey: QueryKey,
  getFirstUrl: () => string,
  maxCount = MAX_COUNT,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage<Row>(pageParam || getFirstUrl(), signal, maxCount),
    initialPageParam: '',
    getNextPageParam: (page: ListPage<Row>) => page.next,
  })
}

export async function readPage<Row>(
  url: string,
  signal: AbortSignal,
  maxCount = MAX_COUNT,
): Promise<ListPage<Row>> {
  const { body: rows, headers } = await callWithHeaders<Row[]>('GET', url, { signal })
  const total = headers.get('X-Total-Count')
  return {
    rows,
    next: parsePageLink(headers.get('Link'), 'next'),
    total: total === null ? undefined : Number(total),
    isTotalCapped: Number(total) >= maxCount,
    correctedText: readCorrectedText(headers),
  }
}

/**
 * Returns the changed text of a search of parts. The results are for this text, except in lists for staff, where it is
 * a suggestion.
 */
export function readCorrectedText(headers: Headers): string | undefined {
  return decodeURIComponent(headers.get(SEARCHED_FOR_HEADER) ?? '') || undefined
}

/** Builds the query parameters of a list, by default with 50 rows a page. Leaves out empty filters. */
export function buildListQuery(filters: object): URLSearchParams {
  const entries = Object.entries({ size: String(PAGE_SIZE), ...filters })
  return new URLSearchParams(entries.filter(([, value]) => value !== ''))
}

/** Joins the loaded pages of a list. */
export function flattenPages<Row>(pages: ListPage<Row>[]): LoadedRows<Row> {
  const rows = pages.flatMap((page) => page.rows)
  const last = pages.at(-1)
  if (!last?.next) return { rows, total: rows.length, isTotalCapped: false }
  const { total, isTotalCapped } = pages[0] ?? {}
  return { rows, total: total && Math.max(total, rows.length), isTotalCapped }
}

/** Formats the total: `1,248 orders`, `10,000 orders or more`, or `50 orders shown` if the total is unknown. */
export function formatRowCount(
  { rows, total, isTotalCapped }: LoadedRows<unknown>,
  singular: string,
  plural: string,
): string {
  const label = pluralize(total ?? rows.length, singular, plural)
  if (total === undefined) return `${label} shown`
  return isTotalCapped ? `${label} or more` : label
}

/** Returns the path for `rel` in a `Link` header. Ignores links to other origins. */
export function parsePageLink(link: string | null, rel: 'next' | 'prev'): string | undefined {
  return link?.match(new RegExp(`<(/(?!/)[^>]*)>\\s*;[^,]*\\brel="?${rel}"?`))?.[1]
}
