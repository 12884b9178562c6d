import type { PartImport } from '@freehub/contract/catalog/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatError } from '../../../api/call-error.ts'
import { pluralize } from '../../../api/format-count.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { Notice } from '../../../ui/notice.tsx'
import { CancelImport } from './cancel-import.tsx'
import { countProducts } from './format-import.ts'
import { applyImport, cacheImport, importQuery } from './imports-queries.ts'

/** Asks whether to apply the import, with or without its stock, or to cancel it. */
export function ImportConfirmation({ partImport }: { partImport: PartImport }) {
  const client = useQueryClient()
  const [leaveStock, setLeaveStock] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => applyImport(partImport._id, leaveStock),
    networkMode: 'always',
    onSuccess: (applying) => cacheImport(client, applying),
    // Another tab may have applied it.
    onError: () => void client.invalidateQueries(importQuery(partImport._id)),
  })
  const apply = useMutateOnce(mutate)
  return (
    <>
      {partImport.restocked > 0 && (
        <div className="import-stock">
          <p>
            The stock of {pluralize(partImport.restocked, 'product', 'products')} will change. The
            file does not include orders placed after it was made: their pieces would be added back.
          </p>
          <label>
            <input
              type="checkbox"
              checked={leaveStock}
              onChange={({ currentTarget }) => setLeaveStock(currentTarget.checked)}
            />
            Keep the current stock
          </label>
        </div>
      )}
      {error && <Notice text={formatError(error)} />}
      <div className="import-buttons">
        <button
          type="button"
          className="btn"
          aria-busy={isPending}
          aria-disabled={isPending}
          onClick={() => apply()}
        >
          Import {pluralize(countProducts(partImport), 'product', 'products')}
        </button>
        <CancelImport partImport={partImport}>Cancel</CancelImport>
      </div>
    </>
  )
}
