import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { accountQuery } from './account-query.ts'

/** Runs one change of the account at a time. Refetches the account afterwards, also after errors. */
export function useAccountMutation<Input = void, Result = unknown>(
  mutationFn: (input: Input) => Promise<Result>,
  onSuccess?: (result: Result, input: Input) => void,
) {
  const client = useQueryClient()
  const { mutate, isPending, isSuccess, error, variables } = useMutation({
    mutationFn,
    networkMode: 'always',
    onSuccess,
    onSettled: () => void client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  })
  return { mutate: useMutateOnce(mutate), isPending, isSuccess, variables, error }
}
