import type { QueryClient, QueryKey } from '@tanstack/react-query'

export type QueryData = [QueryKey, unknown][]

/** Returns all cached data, for the server to embed in the page. */
export function collectQueryData(client: QueryClient): QueryData {
  return client.getQueriesData({}).filter(([, data]) => data !== undefined)
}

/** Fills the cache with the data that the server embedded in the page. */
export function hydrateQueryCache(client: QueryClient): void {
  const data: QueryData = JSON.parse(document.getElementById('query-data')?.textContent ?? '[]')
  for (const [key, value] of data) client.setQueryData(key, value)
}
