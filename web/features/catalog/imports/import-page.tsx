import '../../../style/catalog/imports.css'
import type { PartImport } from '@freehub/contract/catalog/imports'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { isNotFound } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { DashboardHead, ParentLink } from '../../../ui/page/dashboard-head.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { countProducts, formatImportStatus } from './format-import.ts'
import { ImportRows } from './import-rows.tsx'
import { CancelImport, ImportSummary } from './import-summary.tsx'
import { importQuery, isInProgress } from './imports-queries.ts'

/** An import: preview of each row, confirmation, progress and results. */
export default function ImportPage() {
  const { id = '' } = useParams()
  return <ImportWithId key={id} id={id} />
}

function ImportWithId({ id }: { id: string }) {
  const query = useQuery(importQuery(id))
  const { data: partImport, error } = query
  const initialState = useRef<PartImport['state']>(undefined)
  initialState.current ??= partImport?.state
  const hasChanged = partImport?.state !== initialState.current

  return (
    <div className="imports-page max-w-266">
      <ParentLink to={paths.importProducts}>All imports</ParentLink>
      <DashboardHead title="Import Products">
        {partImport && (
          <p className="font-display text-[20px]/[1.3] font-semibold wrap-anywhere">
            {partImport.fileName}
          </p>
        )}
      </DashboardHead>
      {!partImport && isNotFound(error) && (
        <EmptyState text="We can’t find this import.">
          <Link className="btn" to={paths.importProducts}>
            Import Products
          </Link>
        </EmptyState>
      )}
      {!isNotFound(error) && <QueryState query={query} />}
      {partImport && (
        <>
          {isInProgress(partImport) ? (
            <ImportProgress partImport={partImport} hasChanged={hasChanged} />
          ) : (
            <ImportSummary partImport={partImport} hasChanged={hasChanged} />
          )}
          {(partImport.state === 'read' ||
            partImport.state === 'applied' ||
            partImport.state === 'cancelled') && <ImportRows partImport={partImport} />}
        </>
      )}
    </div>
  )
}

interface ImportProgressProps {
  partImport: PartImport
  /** True if the state has changed since the page opened. The heading then takes the focus. */
  hasChanged: boolean
}

/** The progress of an import. The import continues if the user leaves the page. */
function ImportProgress({ partImport, hasChanged }: ImportProgressProps) {
  const isApplying = partImport.state === 'applying'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasChanged) heading.current?.focus()
  }, [hasChanged])

  return (
    <div className="grid justify-items-start gap-3.5 mb-8 p-6 border border-rule bg-plate">
      <h2 ref={heading} tabIndex={-1}>
        {isApplying ? 'Importing products' : 'Reading the file'}
      </h2>
      <progress
        className="progress"
        aria-label={isApplying ? 'Products imported' : 'Reading the file'}
        {...(isApplying && {
          max: countProducts(partImport),
          value: partImport.applied + partImport.failed,
        })}
      />
      <p className="num secondary">{formatImportStatus(partImport)}. You can leave this page.</p>
      <CancelImport partImport={partImport}>
        {isApplying ? 'Stop Importing' : 'Cancel'}
      </CancelImport>
    </div>
  )
}
