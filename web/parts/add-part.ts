import type { NewPart } from '@freehub/contract/parts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { showToast } from '../ui/toast.ts'
import { readPartsAnew } from './read-parts-anew.ts'

/** Adds a part to the catalogue. Whatever is answered, the parts are read anew. */
export function useAddPart(said: {
  onAdded: (part: NewPart) => void
  onRefused: (error: Error) => void
}) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (part: NewPart) => call<{ insertedId: string }>('POST', '/parts', { body: part }),
    networkMode: 'always',
    onSuccess: (_, part) => {
      void showToast('Product Added successfully')
      said.onAdded(part)
    },
    onError: said.onRefused,
    onSettled: () => readPartsAnew(client),
  })
}
