import type { PartImport } from '@freehub/contract/catalog/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../api/call-error.ts'
import { counted } from '../../../api/counted.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { Notice } from '../../../ui/notice.tsx'
import { CancelImport } from './cancel-import.tsx'
import { productsIn } from './import-in-words.ts'
import { applyImport, importQuery, keepImport } from './imports-queries.ts'

/** Whether what was read becomes true: all of it, all but stock, or nothing. */
export function ImportChoice({ one }: { one: PartImport }) {
  const client = useQueryClient()
  const [leaveStock, setLeaveStock] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => applyImport(one._id, leaveStock),
    networkMode: 'always',
    onSuccess: (applying) => keepImport(client, applying),
    // Another tab may have begun it: then that is shown.
    onError: () => void client.invalidateQueries(importQuery(one._id)),
  })
  const apply = useMutateOnce(mutate)
  return (
    <>
      {one.restocked > 0 && (
        <div className="import-stock">
          <p>
            {counted(one.restocked, 'product gets', 'products get')} another stock. What was ordered
            since the file was made is not in its counts, and would be put back.
          </p>
          <label>
            <input
              type="checkbox"
              checked={leaveStock}
              onChange={({ currentTarget }) => setLeaveStock(currentTarget.checked)}
            />
            Leave stock as it is
          </label>
        </div>
      )}
      {error && <Notice text={sentenceOf(error)} />}
      <div className="import-buttons">
        <button
          type="button"
          className="btn"
          aria-busy={isPending}
          aria-disabled={isPending}
          onClick={() => apply()}
        >
          Import {counted(productsIn(one), 'product', 'products')}
        </button>
        <CancelImport one={one}>Cancel</CancelImport>
      </div>
    </>
  )
}
