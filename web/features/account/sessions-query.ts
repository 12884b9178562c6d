import type { ActiveSession } from '@freehub/contract/identity/calls'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { accountQuery } from './account-query.ts'

/** The user's sessions, newest first. */
export const sessionsQuery = queryOptions({
  queryKey: [...accountQuery.queryKey, 'sessions'],
  queryFn: ({ signal }) => call<ActiveSession[]>('GET', '/api/account/sessions', { signal }),
  staleTime: 0,
})
