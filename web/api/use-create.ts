import type { MutationKey } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError, isOutcomeUnknown } from './call-error.ts'
import { useSend } from './use-send.ts'

interface CreateOptions<Result, Variables> {
  /** Sends the call with the headers that make a repeat safe. */
  send: (variables: Variables, headers: { 'Idempotency-Key': string }) => Promise<Result>
  /** Lets other components find the mutation. */
  mutationKey?: MutationKey
  /** Returns the variables that identify the row: if they change, a new key is used. By default, all variables. */
  getPayload?: (variables: Variables) => object
  onSuccess: (result: Result, variables: Variables) => void
  onError?: (error: Error, variables: Variables) => void
  onSettled?: () => void
  /** The option `sendsOnce` of `useSend`. */
  sendsOnce?: boolean
  /** Stores the key as long as the draft of the row, so that a repeat after a reload creates no second row. */
  keyStorage?: KeyStorage
  /** Keeps the stored key after success. The caller removes it with the draft, if the user is still on the screen. */
  keepsStoredKey?: boolean
}

/** An idempotency key and the JSON text of its payload. Both are empty if no request has been sent. */
interface PayloadKey {
  body: string
  key: string
}

const NO_KEY: PayloadKey = { body: '', key: '' }

export interface KeyStorage {
  read: () => PayloadKey
  save: (value: PayloadKey) => void
}

/** A mutation that creates one row per payload. It retries once if the outcome is unknown. */
export function useCreate<Result, Variables extends object>(
  options: CreateOptions<Result, Variables>,
) {
  const { send, getPayload = (variables) => variables, onSuccess, onError, onSettled } = options
  const [keys] = useState(() => createIdempotencyKeys(options.keyStorage))
  return useSend(
    {
      mutationFn: (variables: Variables) =>
        send(variables, { 'Idempotency-Key': keys.getKey(getPayload(variables)) }),
      retry: (failures, error) => failures < 1 && isOutcomeUnknown(error),
      onSuccess: (result, variables) => {
        keys.reset({ keepsStoredKey: options.keepsStoredKey ?? false })
        onSuccess(result, variables)
      },
      onError: (error, variables) => {
        if (error instanceof CallError && error.problem.code === 'key_reused') keys.reset()
        onError?.(error, variables)
      },
      ...(options.mutationKey && { mutationKey: options.mutationKey }),
      ...(onSettled && { onSettled }),
    },
    { sendsOnce: options.sendsOnce ?? false },
  )
}

/** Stores the last payload's `Idempotency-Key`, so that a repeat creates no second row. Call `reset` after success. */
export function createIdempotencyKeys(storage?: KeyStorage) {
  let last: PayloadKey | undefined

  return {
    getKey(payload: object): string {
      const body = JSON.stringify(payload)
      last ??= storage?.read()
      if (last?.body !== body) {
        last = { body, key: crypto.randomUUID() }
        storage?.save(last)
      }
      return last.key
    },
    reset({ keepsStoredKey = false } = {}) {
      last = NO_KEY
      if (!keepsStoredKey) storage?.save(last)
    },
  }
}
