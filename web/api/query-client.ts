import { CACHE_LIFE_MS, PARTS_QUERY_RETRIES } from '@freehub/contract/constants'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

/** A cache as the specification wants it: five minutes, and retries where a retry may help. */
export function newQueryClient(heard: { onError?: (error: Error) => void } = {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache(heard),
    mutationCache: new MutationCache(heard),
    defaultOptions: {
      queries: {
        gcTime: CACHE_LIFE_MS,
        retry: (failures, error) => failures < PARTS_QUERY_RETRIES && mayPass(error),
      },
    },
  })
}

/** What went wrong is said where it happened; here it is noted, except that somebody must login again. */
function log(error: Error): void {
  const { status } = error instanceof CallError ? error : { status: 0 }
  if (status !== 401 && status !== 403) console.error(error)
}

/** A refusal stays one however often it is asked for, unless it is of asking too often. */
export function mayPass(error: Error): boolean {
  if (!(error instanceof CallError)) return true
  return error.status === 0 || error.status === 429 || error.status >= 500
}

/** The browser's one cache. */
export const queryClient = newQueryClient({ onError: log })
