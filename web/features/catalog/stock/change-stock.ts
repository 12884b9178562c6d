import type { Part, StockChange } from '@freehub/contract/catalog/parts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { CallError, isLost } from '../../../api/call-error.ts'
import { onceKeys } from '../../../api/once-keys.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { showPart } from '../manage/managed-parts-list.ts'
import { readPartsAnew } from '../read-parts-anew.ts'
import { changeInWords } from './stock-in-words.ts'
import { readStockAnew } from './stock-ledger.ts'

/** Changes a part's stock, once however often it is sent. Whatever is answered, the numbers are read anew. */
export function useChangeStock(partId: string) {
  const client = useQueryClient()
  const [keys] = useState(() => onceKeys())

  return useMutation({
    mutationFn: (change: StockChange) =>
      call<Part>('POST', `/api/parts/${encodeURIComponent(partId)}/stock`, {
        body: change,
        headers: { 'Idempotency-Key': keys.keyFor(change) },
      }),
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && isLost(error),
    onSuccess: (part, { pieces }) => {
      keys.renew()
      showPart(client, part)
      void showToast(`Stock saved: ${changeInWords(pieces, part.availableQuantity)} · ${part.name}`)
    },
    onError: (error) => {
      if (error instanceof CallError && error.problem.code === 'key_reused') keys.renew()
    },
    onSettled: () => {
      void readStockAnew(client)
      readPartsAnew(client)
    },
  })
}
