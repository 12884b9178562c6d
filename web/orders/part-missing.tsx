import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { PageHead } from '../shell/page-head.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function PartMissing() {
  return (
    <div className="wrap">
      <PageHead title="Part Not Found" />
      <div className="phead">
        <h1>Part Not Found</h1>
      </div>
      <EmptyState text="There is no such part, or it is no longer sold.">
        <Link className="btn" to={paths.allParts}>
          Bicycle Parts
        </Link>
      </EmptyState>
    </div>
  )
}
