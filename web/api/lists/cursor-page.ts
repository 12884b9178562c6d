import { isId } from '@freehub/contract/read-id'
import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { callWithHeaders } from '../call.ts'
import { buildListQuery, parsePageLink, readPage } from './paged-list.ts'

/** Selects a page of a list that is paginated in both directions. The first page has empty texts. */
export interface PageCursor {
  /** ID of the row before the page. */
  after: string
  /** ID of the row after the page. */
  before: string
  last: 'true' | ''
}

export const FIRST_PAGE: PageCursor = { after: '', before: '', last: '' }

/** Reads the cursor from query parameters. `after` has priority over `before`, and `before` over `last`. */
export function readPageCursor(params: URLSearchParams): PageCursor {
  const getParam = (name: string) => params.get(name) ?? ''
  if (isId(getParam('after'))) return { ...FIRST_PAGE, after: getParam('after') }
  if (isId(getParam('before'))) return { ...FIRST_PAGE, before: getParam('before') }
  return getParam('last') === 'true' ? { ...FIRST_PAGE, last: 'true' } : FIRST_PAGE
}

/** Reads the cursor from the URL of a page. */
export function parsePageCursor(url: string): PageCursor {
  return readPageCursor(new URL(url, 'http://shop').searchParams)
}

/** Returns the filters without their page cursor. */
export function toFirstPage<Filters extends PageCursor>(filters: Filters): Filters {
  return { ...filters, ...FIRST_PAGE }
}

export function isFirstPage({ after, before, last }: PageCursor): boolean {
  return !after && !before && !last
}

/** Formats the filters that are set: `?status=Paid`, or `?` if all are empty. */
export function formatQueryString(filters: object): string {
  return `?${new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))}`
}

/** A page of a list that is paginated in both directions, with the URLs of the adjacent pages. */
export interface CursorPage<Row> {
  rows: Row[]
  next: string | undefined
  previous: string | undefined
  /** Number of rows on all pages, up to the server's count limit. */
  total: number
}

/** Returns the query of a page of a list. While it loads, the page that was shown before stays visible. */
export const cursorPageQuery = <Row>(queryKey: QueryKey, path: string, filters: PageCursor) => ({
  ...firstRowsQuery<Row>([...queryKey, filters], path, filters),
  placeholderData: keepPreviousData,
})

/** Returns the query of the first matching rows, or of a page if `filters` has a cursor. Also counts all matches. */
export const firstRowsQuery = <Row>(queryKey: QueryKey, path: string, filters: object) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => readCursorPage<Row>(`${path}?${buildListQuery(filters)}`, signal),
  })

async function readCursorPage<Row>(url: string, signal: AbortSignal): Promise<CursorPage<Row>> {
  const { body: rows, headers } = await callWithHeaders<Row[]>('GET', url, { signal })
  const link = headers.get('Link')
  return {
    rows,
    next: parsePageLink(link, 'next'),
    previous: parsePageLink(link, 'prev'),
    total: Number(headers.get('X-Total-Count')),
  }
}

/**
 * Returns the query of the number of rows that match the filters, up to the server's limit. Requests
 * a page of one row and reads the number from `X-Total-Count`. Without this header, the number is null.
 */
export function rowCountQuery<Filters extends PageCursor>(
  queryKey: QueryKey,
  path: string,
  filters: Filters,
) {
  const countFilters = toFirstPage(filters)
  return queryOptions({
    queryKey: [...queryKey, countFilters],
    queryFn: async ({ signal }) => {
      const query = buildListQuery({ ...countFilters, size: '1' })
      const { total } = await readPage(`${path}?${query}`, signal)
      return total ?? null
    },
    placeholderData: keepPreviousData,
  })
}

/** Changes a row in the cached pages of a list, without a request. */
export function updateRowOnPages<Row extends { _id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  id: string,
  change: Partial<Row>,
): void {
  client.setQueriesData<CursorPage<Row>>(
    { queryKey },
    (page) =>
      page && {
        ...page,
        rows: page.rows.map((row) => (row._id === id ? { ...row, ...change } : row)),
      },
  )
}
