import type { NewPart } from '@freehub/contract/catalog/parts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { isOutcomeUnknown } from '../../../api/call-error.ts'
import { createIdempotencyKeys } from '../../../api/idempotency-keys.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { refetchParts } from '../refetch-parts.ts'

/** Adds a part to the catalogue. An idempotency key makes retries safe. */
export function useAddPart(callbacks: {
  onAdded: (part: NewPart) => void
  onRefused: (error: Error) => void
}) {
  const client = useQueryClient()
  const [keys] = useState(() => createIdempotencyKeys())

  return useMutation({
    mutationFn: (part: NewPart) =>
      call<{ insertedId: string }>('POST', '/parts', {
        body: part,
        headers: { 'Idempotency-Key': keys.getKey(part) },
      }),
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && isOutcomeUnknown(error),
    onSuccess: (_, part) => {
      keys.reset()
      void showToast('Product Added successfully')
      callbacks.onAdded(part)
    },
    onError: callbacks.onRefused,
    onSettled: () => refetchParts(client),
  })
}
