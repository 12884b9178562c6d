import type { PartImport } from '@freehub/contract/catalog/imports'
import { pluralize } from '@freehub/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { useSend } from '../../../api/use-send.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { FocusedErrorMessage } from '../../../ui/focused-error-message.tsx'
import { ExportButton } from '../../../ui/lists/export-button.tsx'
import { refetchParts } from '../refetch-parts.ts'
import { countProducts, formatImportStatus, formatWrongRows } from './format-import.ts'
import { applyImport, cacheImport, cancelImport, importQuery } from './imports-queries.ts'

interface ImportSummaryProps {
  partImport: PartImport
  /** True if the state has changed since the page opened. The heading then takes the focus, to announce the change. */
  hasChanged: boolean
}

export function ImportSummary({ partImport, hasChanged }: ImportSummaryProps) {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasChanged) heading.current?.focus()
    if (partImport.state === 'applied' || partImport.state === 'cancelled') refetchParts(client)
  }, [partImport.state, hasChanged, client])

  if (partImport.state === 'refused') {
    return (
      <div className="grid justify-items-start gap-3.5 mb-8 p-6 border border-rule bg-plate">
        <h2 ref={heading} tabIndex={-1}>
          This file could not be read
        </h2>
        <p className="max-w-[46em] wrap-anywhere">{partImport.refusal}</p>
        <Link className="btn btn-outline" to={paths.importProducts}>
          Choose Another File
        </Link>
      </div>
    )
  }
  return (
    <div className="grid justify-items-start gap-3.5 mb-8 p-6 border border-rule bg-plate">
      <h2 ref={heading} tabIndex={-1}>
        {formatImportStatus(partImport)}
      </h2>
      {partImport.counts.wrong > 0 && (
        <div className="actions items-center gap-x-6">
          <p className="secondary">
            <Link to="?fate=wrong">{formatWrongRows(partImport)}</Link>
          </p>
          <ExportButton path={`/api/imports/${partImport._id}/invalid-rows.csv`}>
            Download Invalid Rows
          </ExportButton>
        </div>
      )}
      {partImport.state === 'cancelled' && <p className="secondary">{partImport.refusal}</p>}
      {partImport.state === 'read' && countProducts(partImport) > 0 && (
        <ImportConfirmation partImport={partImport} />
      )}
      {(partImport.state === 'applied' || partImport.applied > 0) && (
        <Link className="btn btn-outline" to={paths.manageProducts}>
          Manage Products
        </Link>
      )}
    </div>
  )
}

/** Asks whether to apply the import, with or without its stock, or to cancel it. */
function ImportConfirmation({ partImport }: { partImport: PartImport }) {
  const client = useQueryClient()
  const [leaveStock, setLeaveStock] = useState(false)
  const { mutate, isPending, error } = useSend({
    mutationFn: () => applyImport(partImport._id, leaveStock),
    onSuccess: (applying) => cacheImport(client, applying),
    // Another tab may have applied the import.
    onError: () => void client.invalidateQueries(importQuery(partImport._id)),
  })
  return (
    <>
      {partImport.restocked > 0 && (
        <div className="grid justify-items-start gap-1 max-w-[46em]">
          <p>
            The stock of {pluralize(partImport.restocked, 'product', 'products')} will{' '}
            {leaveStock
              ? 'not change.'
              : 'change. Orders placed after the export are not in this file. The import would add their pieces to the stock again.'}
          </p>
          <label className="flex items-center gap-2.5 min-h-11">
            <input
              type="checkbox"
              checked={leaveStock}
              onChange={({ currentTarget }) => setLeaveStock(currentTarget.checked)}
            />
            Keep the current stock
          </label>
        </div>
      )}
      {error && <FocusedErrorMessage text={formatError(error)} />}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          aria-busy={isPending}
          aria-disabled={isPending}
          onClick={() => mutate()}
        >
          {/* Without the stock, fewer products may change, so the label has no count. */}
          {leaveStock
            ? 'Import Without Stock'
            : `Import ${pluralize(countProducts(partImport), 'Product', 'Products')}`}
        </Button>
        <CancelImport partImport={partImport}>Cancel</CancelImport>
      </div>
    </>
  )
}

/** Cancels an import. Products that were already imported stay. */
export function CancelImport({
  partImport,
  children,
}: {
  partImport: PartImport
  children: string
}) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useSend({
    mutationFn: () => cancelImport(partImport._id),
    onSuccess: (cancelled) => cacheImport(client, cancelled),
    // The import may have finished.
    onError: () => void client.invalidateQueries(importQuery(partImport._id)),
  })
  return (
    <>
      {error && <FocusedErrorMessage text={formatError(error)} />}
      <Button aria-busy={isPending} aria-disabled={isPending} onClick={() => mutate()}>
        {children}
      </Button>
    </>
  )
}
