import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** Query of one GET call. It refetches whenever its data is shown. */
export const getQuery = <Data>(queryKey: QueryKey, path: string) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => call<Data>('GET', path, { signal }) })
