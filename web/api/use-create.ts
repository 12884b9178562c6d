import type { MutationKey } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError, isOutcomeUnknown } from './call-error.ts'
import { useSend } from './use-send.ts'

interface CreateOptions<Result, Variables> {
  /** Sends the call with the headers that make a repeat safe. */
  send: (variables: Variables, headers: { 'Idempotency-Key': string }) => Promise<Result>
  /** Lets other components find the mutation. */
  mutationKey?: MutationKey
  /** Returns the variables that identify the row. By default, all variables. */
  getPayload?: (variables: Variables) => object
  /** True if another payload is always another row, not an edited repeat. */
  hasKeyPerPayload?: boolean
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
interface SentKey {
  body: string
  key: string
  /** True if the server may have processed a request with this key. */
  isUnconfirmed: boolean
}

export const NO_KEY: SentKey = { body: '', key: '', isUnconfirmed: false }

export interface KeyStorage {
  read: () => SentKey
  save: (value: SentKey) => void
}

/**
 * A mutation that creates one row per payload. It retries once if the outcome is unknown. If the outcome stays unknown,
 * the next request has the same key, even with another payload: the server then refuses it if the row exists. Set
 * `hasKeyPerPayload` to prevent this.
 */
export function useCreate<Result, Variables extends object>(
  options: CreateOptions<Result, Variables>,
) {
  const { send, getPayload = (variables) => variables, onSuccess, onError, onSettled } = options
  const [keys] = useState(() => createIdempotencyKeys(options))
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
        keys.recordFailure(error)
        onError?.(error, variables)
      },
      ...(options.mutationKey && { mutationKey: options.mutationKey }),
      ...(onSettled && { onSettled }),
    },
    { sendsOnce: options.sendsOnce ?? false },
  )
}

/** Stores the last payload's `Idempotency-Key`, so that a repeat creates no second row. Call `reset` after success. */
export function createIdempotencyKeys({
  keyStorage: storage,
  hasKeyPerPayload = false,
}: Pick<CreateOptions<unknown, unknown>, 'keyStorage' | 'hasKeyPerPayload'> = {}) {
  let last: SentKey | undefined

  function reset({ keepsStoredKey = false } = {}) {
    storage?.save(keepsStoredKey && last ? { ...last, isUnconfirmed: false } : NO_KEY)
    last = NO_KEY
  }

  return {
    getKey(payload: object): string {
      const body = JSON.stringify(payload)
      last ??= storage?.read() ?? NO_KEY
      if (last.body !== body && (hasKeyPerPayload || !last.isUnconfirmed))
        last = { body, key: crypto.randomUUID(), isUnconfirmed: false }
      // The user may leave the page before the response.
      storage?.save({ ...last, isUnconfirmed: true })
      return last.key
    },
    recordFailure(error: Error) {
      if (error instanceof CallError && error.problem.code === 'key_reused') return reset()
      if (!last) return
      last = { ...last, isUnconfirmed: last.isUnconfirmed || isOutcomeUnknown(error) }
      storage?.save(last)
    },
    reset,
  }
}
