import type { Account } from '@freehub/contract/identity/calls'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { getQuery } from '../../api/get-query.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { notifyTabs, sessionQuery } from '../identity/session.ts'

/** The user's sign-in methods and second factor. `sessionsQuery` shares the key prefix. */
export const accountQuery = getQuery<Account>(['account'], '/api/account')

/** Refetches name, picture and email after a change, in this tab and in the others. */
export async function refetchIdentity(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ['profile'] })
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  notifyTabs('signedIn')
}

/** Runs one change of the account at a time. Refetches the account afterwards, also after errors. */
export function useAccountMutation<Input = void, Result = unknown>(
  mutationFn: (input: Input) => Promise<Result>,
  onSuccess?: (result: Result, input: Input) => void,
) {
  const client = useQueryClient()
  const { mutate, isPending, isSuccess, error, variables } = useMutation({
    mutationFn,
    onSuccess,
    onSettled: () => void client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  })
  return { mutate: useMutateOnce(mutate), isPending, isSuccess, variables, error }
}
