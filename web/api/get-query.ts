import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { type CallOptions, call } from './call.ts'

/** Returns the query of a GET call. It refetches when a component that uses its data appears. */
export const getQuery = <Data>(
  queryKey: QueryKey,
  path: string,
  options?: Pick<CallOptions, 'withoutToken' | 'fetch'>,
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => call<Data>('GET', path, { ...options, signal }),
  })
