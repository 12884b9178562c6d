import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError, isOutcomeUnknown } from './call-error.ts'
import { createIdempotencyKeys } from './idempotency-keys.ts'

interface CreateOptions<Result, Variables> {
  /** Sends the call with the headers that make repeats safe. */
  send: (variables: Variables, headers: { 'Idempotency-Key': string }) => Promise<Result>
  /** What one key stands for; all variables if left out. */
  getPayload?: (variables: Variables) => object
  onSuccess: (result: Result, variables: Variables) => void
  onError?: (error: Error, variables: Variables) => void
  onSettled: () => void
}

/** A mutation that creates at most one row per payload. It retries once if the outcome is unknown. */
export function useCreate<Result, Variables extends object>(
  options: CreateOptions<Result, Variables>,
) {
  const { send, getPayload = (variables) => variables, onSuccess, onError, onSettled } = options
  const [keys] = useState(() => createIdempotencyKeys())
  return useMutation({
    mutationFn: (variables: Variables) =>
      send(variables, { 'Idempotency-Key': keys.getKey(getPayload(variables)) }),
    retry: (failures, error) => failures < 1 && isOutcomeUnknown(error),
    onSuccess: (result, variables) => {
      keys.reset()
      onSuccess(result, variables)
    },
    onError: (error, variables) => {
      if (error instanceof CallError && error.problem.code === 'key_reused') keys.reset()
      onError?.(error, variables)
    },
    onSettled,
  })
}
