import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { callForResponse } from './call.ts'
import { parsePageLink } from './page-links.ts'

/** A page of a list that is paginated in both directions, with the URLs of its neighbours. */
export interface CursorPage<Row> {
  rows: Row[]
  next: string | undefined
  previous: string | undefined
  /** Number of rows on all pages, up to the server's count limit. */
  total: number
}

export async function readCursorPage<Row>(
  url: string,
  signal: AbortSignal,
): Promise<CursorPage<Row>> {
  const response = await callForResponse('GET', url, { signal })
  const link = response.headers.get('Link')
  return {
    rows: (await response.json()) as Row[],
    next: parsePageLink(link, 'next'),
    previous: parsePageLink(link, 'prev'),
    total: Number(response.headers.get('X-Total-Count')),
  }
}

/** Updates a row on every cached page under the query key. */
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
