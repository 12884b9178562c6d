import { Link } from 'react-router'
import { FIRST_PAGE, formatQueryString, isFirstPage } from '../../api/cursor-page.ts'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { preventScrollReset } from '../../ui/page/scroll-restoration.tsx'
import type { UserFilters } from './use-user-filters.ts'

/** Shown if no user matches the search, or if the page no longer has users. */
export function NoUsersFound({ filters }: { filters: UserFilters }) {
  if (!isFirstPage(filters)) {
    return (
      <EmptyState text="No users on this page any more.">
        <Link className="btn btn-outline" to={formatQueryString({ ...filters, ...FIRST_PAGE })}>
          First page
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState text={`No users match “${filters.search}”.`}>
      <Link className="btn btn-outline" to="?" state={preventScrollReset}>
        All users
      </Link>
    </EmptyState>
  )
}
