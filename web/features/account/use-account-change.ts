import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { accountQuery } from './account-query.ts'

/** Changes something of the account, once at a time. Whatever is answered, the account is read anew. */
export function useAccountChange<Asked = void, Answer = unknown>(
  change: (asked: Asked) => Promise<Answer>,
  onDone?: (answer: Answer, asked: Asked) => void,
) {
  const client = useQueryClient()
  const { mutate, isPending, isSuccess, error, variables } = useMutation({
    mutationFn: change,
    networkMode: 'always',
    onSuccess: onDone,
    onSettled: () => void client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  })
  return {
    change: useMutateOnce(mutate),
    busy: isPending,
    done: isSuccess,
    asked: variables,
    error,
  }
}
