import type { PartImport } from '@freehub/contract/catalog/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../../api/call-error.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { Notice } from '../../../ui/notice.tsx'
import { cancelImport, importQuery, keepImport } from './imports-queries.ts'

/** Ends an import. What is imported already stays. */
export function CancelImport({ one, children }: { one: PartImport; children: string }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => cancelImport(one._id),
    networkMode: 'always',
    onSuccess: (cancelled) => keepImport(client, cancelled),
    // It may be over meanwhile: then that is shown.
    onError: () => void client.invalidateQueries(importQuery(one._id)),
  })
  const cancel = useMutateOnce(mutate)
  return (
    <>
      {error && <Notice text={sentenceOf(error)} />}
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
