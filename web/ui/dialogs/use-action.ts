import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { formatError, isOutcomeUnknown } from '../../api/call-error.ts'
import { useSend } from '../../api/use-send.ts'
import { showToast } from './toast.ts'

export interface ActionCallbacks {
  onDone: () => void
  /** Called with a message for the user. */
  onRefused: (reason: string) => void
}

export interface Action<Result, Variables = void> {
  send: (variables: Variables) => Promise<Result>
  /** Returns the reason if the call succeeded, but did not change everything. */
  getRefusal?: (result: Result) => string | false
  /** The text of the toast after a success. */
  toast?: string
  /** States what did not happen, for `formatFailure`. Empty: only the error is shown. */
  failure: string | ((error: Error) => string)
  updateCache?: (client: QueryClient, result: Result) => void
  /** Refetches the data that the call may have changed, after a success or a failure. */
  refetch: (client: QueryClient) => void
}

/** Runs one call at a time and reports its outcome: a toast, or a message for the user. */
export function useAction<Result, Variables = void>(
  { send, getRefusal, toast, failure, updateCache, refetch }: Action<Result, Variables>,
  { onDone, onRefused }: ActionCallbacks,
) {
  const client = useQueryClient()
  const { mutate, isPending } = useSend({
    mutationFn: send,
    onSuccess: (result) => {
      updateCache?.(client, result)
      const refusal = getRefusal?.(result)
      if (refusal) return onRefused(refusal)
      if (toast) void showToast(toast)
      onDone()
    },
    onError: (error) => {
      onRefused(formatFailure(typeof failure === 'string' ? failure : failure(error), error))
    },
    onSettled: () => refetch(client),
  })
  return { run: mutate, isPending }
}

/** Adds the error to a text such as 'The order was not shipped.' This becomes 'may have been' if the outcome is unknown. */
export function formatFailure(failure: string, error: Error): string {
  const text = isOutcomeUnknown(error)
    ? failure.replace(/(.*) (was|were) not /s, '$1 may have been ')
    : failure
  return `${text} ${formatError(error)}`.trim()
}
