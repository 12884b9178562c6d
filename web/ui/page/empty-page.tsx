import { Link } from 'react-router'
import { EmptyState } from '../lists/empty-state.tsx'
import { PageHead } from './page-head.tsx'

interface EmptyPageProps {
  title: string
  description?: string
  /** Its own address, where search engines may find it. */
  path?: string
  /** Why there is nothing here. */
  text: string
  /** What one may expect here some day. */
  more?: string
  /** The family whose outline stands here. */
  figure?: string
  /** Where one may go on to instead. */
  way: { to: string; name: string }
  /** Within the dashboard, which has margins of its own and smaller headings. */
  inDashboard?: boolean
}

/** A whole page that has nothing to show. */
export function EmptyPage({
  title,
  description,
  path,
  way,
  inDashboard,
  ...empty
}: EmptyPageProps) {
  return (
    <div className={inDashboard ? undefined : 'wrap pb-24'}>
      <PageHead title={title} description={description} path={path} />
      <div className={inDashboard ? 'dash-head' : 'phead'}>
        <h1>{title}</h1>
      </div>
      <EmptyState {...empty}>
        <Link className="btn" to={way.to}>
          {way.name}
        </Link>
      </EmptyState>
    </div>
  )
}
