import type { Account } from '@freehub/contract/identity/calls'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { sessionQuery } from '../identity/session.ts'
import { notifyTabs } from '../identity/tabs.ts'

/** The user's sign-in methods and second factor. `sessionsQuery` shares the key prefix. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call<Account>('GET', '/api/account', { signal }),
  staleTime: 0,
})

/** Refetches name, picture and email after a change, in this tab and in the others. */
export async function refetchIdentity(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ['profile'] })
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  notifyTabs('signedIn')
}
