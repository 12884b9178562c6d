import type { Part } from '@freehub/contract/catalog/parts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { sentenceOf } from '../../../api/call-error.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { readPartsAnew } from '../read-parts-anew.ts'
import { dropPart } from './managed-parts-list.ts'

/** Takes a part out of the catalogue. Whatever is answered, the parts are read anew. */
export function useDeletePart(said: { onDone: () => void; onRefused: (why: string) => void }) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ _id }: Part) =>
      call<{ deletedCount: number }>('DELETE', `/part/${encodeURIComponent(_id)}`),
    networkMode: 'always',
    onSuccess: ({ deletedCount }, { _id }) => {
      dropPart(client, _id)
      if (deletedCount === 0) return said.onRefused('This product had been deleted before.')
      void showToast('Deleted Successfully')
      said.onDone()
    },
    onError: (error) => said.onRefused(`The product was not deleted. ${sentenceOf(error)}`),
    onSettled: () => readPartsAnew(client),
  })
}
