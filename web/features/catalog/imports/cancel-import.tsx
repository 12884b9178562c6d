import type { PartImport } from '@freehub/contract/catalog/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatError } from '../../../api/call-error.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { Notice } from '../../../ui/notice.tsx'
import { cacheImport, cancelImport, importQuery } from './imports-queries.ts'

/** Cancels an import. Products that are imported already stay. */
export function CancelImport({
  partImport,
  children,
}: {
  partImport: PartImport
  children: string
}) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => cancelImport(partImport._id),
    networkMode: 'always',
    onSuccess: (cancelled) => cacheImport(client, cancelled),
    // The import may have finished.
    onError: () => void client.invalidateQueries(importQuery(partImport._id)),
  })
  const cancel = useMutateOnce(mutate)
  return (
    <>
      {error && <Notice text={formatError(error)} />}
      <button
        type="button"
        className="btn btn-outline"
        aria-busy={isPending}
        aria-disabled={isPending}
        onClick={() => cancel()}
      >
        {children}
      </button>
    </>
  )
}
