import type { QueryClient, QueryKey } from '@tanstack/react-query'

export type QueryData = [QueryKey, unknown][]

/** Everything that a cache holds, to travel in the page. */
export function queryDataOf(client: QueryClient): QueryData {
  return client.getQueriesData({}).filter(([, data]) => data !== undefined)
}

/** Fills a cache with what came in the page. */
export function fillFromPage(client: QueryClient): void {
  const data: QueryData = JSON.parse(document.getElementById('query-data')?.textContent ?? '[]')
  for (const [key, value] of data) client.setQueryData(key, value)
}
