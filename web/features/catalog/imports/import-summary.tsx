import type { PartImport } from '@freehub/contract/catalog/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { pluralize } from '../../../api/format-count.ts'
import { paths } from '../../../paths.ts'
import { refetchParts } from '../refetch-parts.ts'
import { countProducts, formatImportStatus } from './format-import.ts'
import { ImportConfirmation } from './import-confirmation.tsx'

interface ImportSummaryProps {
  partImport: PartImport
  /** Focuses the heading: the user watched the progress, and screen readers announce its end. */
  shouldFocus: boolean
}

/** The state of an import that is not in progress, and the next step. */
export function ImportSummary({ partImport, shouldFocus }: ImportSummaryProps) {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (shouldFocus) heading.current?.focus()
    if (partImport.state === 'applied') refetchParts(client)
  }, [partImport.state, shouldFocus, client])

  if (partImport.state === 'refused') {
    return (
      <div className="import-step">
        <h2 ref={heading} tabIndex={-1}>
          This file could not be read
        </h2>
        <p className="import-refusal">{partImport.refusal}</p>
        <Link className="btn btn-outline" to={paths.importProducts}>
          Choose another file
        </Link>
      </div>
    )
  }
  return (
    <div className="import-step">
      <h2 ref={heading} tabIndex={-1}>
        {formatImportStatus(partImport)}
      </h2>
      {partImport.counts.wrong > 0 && (
        <p className="second">
          {pluralize(partImport.counts.wrong, 'row is', 'rows are')} skipped because of errors.
        </p>
      )}
      {partImport.state === 'cancelled' && <p className="second">{partImport.refusal}</p>}
      {partImport.state === 'read' && countProducts(partImport) > 0 && (
        <ImportConfirmation partImport={partImport} />
      )}
      {partImport.state === 'applied' && (
        <Link className="btn btn-outline" to={paths.manageProducts}>
          Manage Products
        </Link>
      )}
    </div>
  )
}
