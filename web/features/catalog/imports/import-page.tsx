import '../../../style/catalogue/imports.css'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useParams } from 'react-router'
import { sentenceOf } from '../../../api/call-error.ts'
import { isMissing } from '../../../api/missing.ts'
import { paths } from '../../../paths.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportRows } from './import-rows.tsx'
import { ImportStep } from './import-step.tsx'
import { importQuery, isAtWork } from './imports-queries.ts'

/** One list: what would become of each of its rows, then that it becomes true, and what became of them. */
export function Component() {
  const { id = '' } = useParams()
  const { data: one, error, isPending, refetch } = useQuery(importQuery(id))
  const watched = useRef(false)
  if (isAtWork(one)) watched.current = true

  return (
    <div className="imports-page">
      <PageHead title="Import Products" />
      <div className="dash-head">
        <h1>Import Products</h1>
        <Link to={paths.importProducts}>All imports</Link>
      </div>
      {isPending && <LoadingScreen />}
      {!one && error && isMissing(error) && (
        <EmptyState text="There is no such import.">
          <Link className="btn" to={paths.importProducts}>
            Import Products
          </Link>
        </EmptyState>
      )}
      {error && !isMissing(error) && (
        <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {one && (
        <>
          <p className="import-file">{one.fileName}</p>
          {isAtWork(one) ? (
            <ImportProgress one={one} />
          ) : (
            <ImportStep one={one} waitedFor={watched.current} />
          )}
          {(one.state === 'read' || one.state === 'applied' || one.state === 'cancelled') && (
            <ImportRows one={one} />
          )}
        </>
      )}
    </div>
  )
}
