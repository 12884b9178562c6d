import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { callForResponse } from './call.ts'
import { pageLink } from './page-links.ts'

/** A page of a list that is turned both ways, and the calls that give the pages around it. */
export interface TurnedPage<Row> {
  rows: Row[]
  next: string | undefined
  previous: string | undefined
  /** How many there are on all pages, as far as the shop counts. */
  total: number
}

export async function readTurnedPage<Row>(
  address: string,
  signal: AbortSignal,
): Promise<TurnedPage<Row>> {
  const response = await callForResponse('GET', address, { signal })
  const link = response.headers.get('Link')
  return {
    rows: (await response.json()) as Row[],
    next: pageLink(link, 'next'),
    previous: pageLink(link, 'prev'),
    total: Number(response.headers.get('X-Total-Count')),
  }
}

/** Shows a changed row at once on every page under a key that has it; the pages are then read again. */
export function changeOnPages<Row extends { _id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  id: string,
  change: Partial<Row>,
): void {
  client.setQueriesData<TurnedPage<Row>>(
    { queryKey },
    (page) =>
      page && {
        ...page,
        rows: page.rows.map((row) => (row._id === id ? { ...row, ...change } : row)),
      },
  )
}
