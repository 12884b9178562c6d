import { infiniteQueryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { callForResponse } from './call.ts'
import { COUNTED_UP_TO } from './counted.ts'
import { pageLink } from './page-links.ts'

const ROWS_AT_ONCE = 50

/** One page of a list that the shop gives in pages. */
export interface ListPage<Row> {
  rows: Row[]
  /** Address of the next page, or nothing at the end. */
  next: string | undefined
  /** How many there are on all pages, when the shop says so. */
  total: number | undefined
  /** Whether there may be more than were counted. */
  isMore?: boolean | undefined
}

/** What has been read of a list so far. */
export interface ReadRows<Row> {
  rows: Row[]
  /** How many there are in all: as the shop says, or as was seen once the last page is here. */
  total: number | undefined
  /** Whether there may be more than that. */
  isMore?: boolean | undefined
}

/** A list that is read page by page, and anew whenever it is shown. */
export function pagedList<Row>(queryKey: QueryKey, firstPage: string, countedUpTo = COUNTED_UP_TO) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage<Row>(pageParam, signal, countedUpTo),
    initialPageParam: firstPage,
    getNextPageParam: (page: ListPage<Row>) => page.next,
    staleTime: 0,
  })
}

export async function readPage<Row>(
  address: string,
  signal: AbortSignal,
  countedUpTo = COUNTED_UP_TO,
): Promise<ListPage<Row>> {
  const response = await callForResponse('GET', address, { signal })
  const total = response.headers.get('X-Total-Count')
  return {
    rows: (await response.json()) as Row[],
    next: pageLink(response.headers.get('Link'), 'next'),
    total: total === null ? undefined : Number(total),
    isMore: Number(total) >= countedUpTo,
  }
}

/** The query of a list's first page; what is empty is not said. */
export function listQuery(wanted: Record<string, string>): URLSearchParams {
  const said = Object.entries({ size: String(ROWS_AT_ONCE), ...wanted })
  return new URLSearchParams(said.filter(([, value]) => value !== ''))
}

export function readSoFar<Row>(pages: ListPage<Row>[]): ReadRows<Row> {
  const rows = pages.flatMap((page) => page.rows)
  const last = pages.at(-1)
  if (!last?.next) return { rows, total: rows.length, isMore: false }
  const { total, isMore } = pages[0] ?? {}
  return { rows, total: total && Math.max(total, rows.length), isMore }
}

/** Shows a changed row at once in every list under a key that has it. */
export function changeRow<Row extends { _id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  id: string,
  change: Partial<Row>,
): void {
  changePages<Row>(client, queryKey, (page) => ({
    ...page,
    rows: page.rows.map((row) => (row._id === id ? { ...row, ...change } : row)),
  }))
}

/** Takes a row that is gone out of every list under a key, and out of their counts. */
export function dropRow<Row extends { _id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  id: string,
): void {
  changePages<Row>(client, queryKey, ({ rows, total, ...page }) => ({
    ...page,
    rows: rows.filter((row) => row._id !== id),
    total: total === undefined ? undefined : total - 1,
  }))
}

function changePages<Row>(
  client: QueryClient,
  queryKey: QueryKey,
  changed: (page: ListPage<Row>) => ListPage<Row>,
): void {
  client.setQueriesData<{ pages: ListPage<Row>[] }>(
    { queryKey },
    (list) => list && { ...list, pages: list.pages.map(changed) },
  )
}
