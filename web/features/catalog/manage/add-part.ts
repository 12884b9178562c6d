import type { NewPart } from '@freehub/contract/catalog/parts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { isLost } from '../../../api/call-error.ts'
import { onceKeys } from '../../../api/once-keys.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { readPartsAnew } from '../read-parts-anew.ts'

/** Adds a part to the catalogue, once however often it is sent. Whatever is answered, the parts are read anew. */
export function useAddPart(said: {
  onAdded: (part: NewPart) => void
  onRefused: (error: Error) => void
}) {
  const client = useQueryClient()
  const [keys] = useState(() => onceKeys())

  return useMutation({
    mutationFn: (part: NewPart) =>
      call<{ insertedId: string }>('POST', '/parts', {
        body: part,
        headers: { 'Idempotency-Key': keys.keyFor(part) },
      }),
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && isLost(error),
    onSuccess: (_, part) => {
      keys.renew()
      void showToast('Product Added successfully')
      said.onAdded(part)
    },
    onError: said.onRefused,
    onSettled: () => readPartsAnew(client),
  })
}
