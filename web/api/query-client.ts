import { CACHE_LIFE_MS, PARTS_QUERY_RETRIES } from '@freehub/contract/constants'
import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'

/** A cache as the specification wants it: five minutes, and retries where a retry may help. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: CACHE_LIFE_MS,
        retry: (failures, error) => failures < PARTS_QUERY_RETRIES && mayPass(error),
      },
    },
  })
}

/** A refusal stays one however often it is asked for, unless it is of asking too often. */
function mayPass(error: Error): boolean {
  if (!(error instanceof CallError)) return true
  return error.status === 0 || error.status === 429 || error.status >= 500
}

/** The browser's one cache. */
export const queryClient = newQueryClient()
