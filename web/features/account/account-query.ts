import type { Account } from '@freehub/contract/identity/account'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { sessionQuery } from '../identity/session.ts'
import { tellTabs } from '../identity/tabs.ts'

/** How one can sign in, and what guards it. Where one is signed in is kept under the same key. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call<Account>('GET', '/api/account', { signal }),
  staleTime: 0,
})

/** Who one is has changed: the bar, the profile and the other tabs are to know. */
export async function readPersonAnew(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ['profile'] })
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  tellTabs('signedIn')
}
