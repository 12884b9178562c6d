import type { Part } from '@freehub/contract/catalog/parts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { refetchParts } from '../refetch-parts.ts'
import { removeCachedPart } from './managed-parts-queries.ts'

/** Deletes a part from the catalogue. */
export function useDeletePart(callbacks: {
  onDone: () => void
  onRefused: (message: string) => void
}) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ _id }: Part) =>
      call<{ deletedCount: number }>('DELETE', `/part/${encodeURIComponent(_id)}`),
    networkMode: 'always',
    onSuccess: ({ deletedCount }, { _id }) => {
      removeCachedPart(client, _id)
      if (deletedCount === 0) return callbacks.onRefused('This product was already deleted.')
      void showToast('Deleted Successfully')
      callbacks.onDone()
    },
    onError: (error) => callbacks.onRefused(`The product was not deleted. ${formatError(error)}`),
    onSettled: () => refetchParts(client),
  })
}
