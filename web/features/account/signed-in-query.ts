import type { SignedIn } from '@freehub/contract/identity/account'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { accountQuery } from './account-query.ts'

/** Where one is signed in, newest first. */
export const signedInQuery = queryOptions({
  queryKey: [...accountQuery.queryKey, 'sessions'],
  queryFn: ({ signal }) => call<SignedIn[]>('GET', '/api/account/sessions', { signal }),
  staleTime: 0,
})
