import { CACHE_TTL_MS, PARTS_QUERY_RETRIES } from '@freehub/contract/constants'
import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  type RefetchOptions,
  type RefetchQueryFilters,
} from '@tanstack/react-query'
import { CallError } from './call-error.ts'

/** Creates the query client. It removes data 5 minutes after their last use, and retries failed queries. */
export function createQueryClient(
  handlers: { onError?: (error: Error) => void } = {},
): QueryClient {
  return new RestartingQueryClient({
    queryCache: new QueryCache(handlers),
    mutationCache: new MutationCache(handlers),
    defaultOptions: {
      queries: {
        gcTime: CACHE_TTL_MS,
        retry: (failures, error) => failures < PARTS_QUERY_RETRIES && isRetryable(error),
      },
      // When offline, a change fails immediately instead of waiting.
      mutations: { networkMode: 'always' },
    },
  })
}

/** A client whose refetches restart pending first loads, because these may have read the data before it changed. */
class RestartingQueryClient extends QueryClient {
  override refetchQueries<Key extends QueryKey = QueryKey>(
    filters?: RefetchQueryFilters<Key>,
    options?: RefetchOptions,
  ): Promise<void> {
    if (options?.cancelRefetch !== false) {
      const isFirstLoad = (query: Query) => query.state.data === undefined && !query.isDisabled()
      for (const query of this.getQueryCache().findAll(filters).filter(isFirstLoad))
        void query.cancel({ silent: true })
    }
    return super.refetchQueries(filters, options)
  }
}

/** Logs errors except 401 and 403, which sign the user out. */
function logError(error: Error): void {
  const { status } = error instanceof CallError ? error : { status: 0 }
  if (status !== 401 && status !== 403) console.error(error)
}

/** False for a CallError with a 4xx status except 429 (rate limit). All other errors may be temporary. */
export function isRetryable(error: Error): boolean {
  if (!(error instanceof CallError)) return true
  return error.status === 0 || error.status === 429 || error.status >= 500
}

export const queryClient = createQueryClient({ onError: logError })

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
