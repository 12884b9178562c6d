import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatError } from '../../api/call-error.ts'
import { paths } from '../../paths.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { NextIcon } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { PartGrid } from '../catalog/part-grid.tsx'
import { partsPreviewQuery } from '../catalog/search/all-parts-queries.ts'

/** Six parts with a link to the parts list. */
export function PartsPreview() {
  const { data: parts, isPending, error, refetch } = useQuery(partsPreviewQuery())
  return (
    <section className="sec">
      <div className="wrap">
        <div className="head">
          <h2>Bicycle Parts</h2>
          <Link className="more" to={paths.allParts}>
            Show All
            <NextIcon />
          </Link>
        </div>
        {isPending && <LoadingScreen />}
        {!parts && error && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
        {parts?.length === 0 && <EmptyState text="There are no parts in the catalogue yet." />}
        {parts && parts.length > 0 && <PartGrid heading="h3" parts={parts} lazyFrom={0} />}
      </div>
    </section>
  )
}
