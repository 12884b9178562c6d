import type { Account } from '@freehub/contract/identity/calls'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getQuery } from '../../api/get-query.ts'
import { useSend } from '../../api/use-send.ts'
import { notifyTabs, sessionQuery } from '../identity/session.ts'

/** Sign-in methods and second factor. Invalidating this query also invalidates `sessionsQuery`. */
export const accountQuery = getQuery<Account>(['account'], '/api/account')

/** Refetches name, picture and email after a change, in all tabs. */
export async function refetchIdentity(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ['profile'] })
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  notifyTabs('signedIn')
}

/**
 * Ignores calls while the change of this component is pending. Afterwards refetches the account,
 * even after errors.
 */
export function useAccountMutation<Input = void, Result = unknown>(
  mutationFn: (input: Input) => Promise<Result>,
  onSuccess?: (result: Result, input: Input) => void,
) {
  const client = useQueryClient()
  return useSend({
    mutationFn,
    onSuccess,
    onSettled: () => void client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  })
}
