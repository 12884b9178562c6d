import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { PageHead } from '../shell/page-head.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function BlogsPage() {
  return (
    <div className="wrap pb-24">
      <PageHead
        title="Blogs"
        description="News from the works of Freehub, maker of bicycle parts."
      />
      <div className="phead">
        <h1>Blogs</h1>
      </div>
      <EmptyState text="No blogs posted yet">
        <Link className="btn" to={paths.allParts}>
          Bicycle Parts
        </Link>
      </EmptyState>
    </div>
  )
}
