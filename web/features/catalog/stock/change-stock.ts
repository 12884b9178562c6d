import type { Part, StockChange } from '@freehub/contract/catalog/parts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { CallError, isOutcomeUnknown } from '../../../api/call-error.ts'
import { createIdempotencyKeys } from '../../../api/idempotency-keys.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { updateCachedPart } from '../manage/managed-parts-queries.ts'
import { refetchParts } from '../refetch-parts.ts'
import { formatStockChange } from './format-stock.ts'
import { refetchStock } from './stock-queries.ts'

/** Changes a part's stock. An idempotency key makes retries safe. */
export function useChangeStock(partId: string) {
  const client = useQueryClient()
  const [keys] = useState(() => createIdempotencyKeys())

  return useMutation({
    mutationFn: (change: StockChange) =>
      call<Part>('POST', `/api/parts/${encodeURIComponent(partId)}/stock`, {
        body: change,
        headers: { 'Idempotency-Key': keys.getKey(change) },
      }),
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && isOutcomeUnknown(error),
    onSuccess: (part, { pieces }) => {
      keys.reset()
      updateCachedPart(client, part)
      void showToast(
        `Stock saved: ${formatStockChange(pieces, part.availableQuantity)} · ${part.name}`,
      )
    },
    onError: (error) => {
      if (error instanceof CallError && error.problem.code === 'key_reused') keys.reset()
    },
    onSettled: () => {
      void refetchStock(client)
      refetchParts(client)
    },
  })
}
