import { Link } from 'react-router'
import { FIRST_PAGE, isFirstPage, searchOf } from '../../api/turn.ts'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { keepScroll } from '../../ui/page/kept-scroll.tsx'
import type { UsersWanted } from './use-users-wanted.ts'

/** Nobody matches, or a page whose users are gone. */
export function NoUsersFound({ wanted }: { wanted: UsersWanted }) {
  if (!isFirstPage(wanted)) {
    return (
      <EmptyState text="No users on this page any more.">
        <Link className="btn btn-outline" to={searchOf({ ...wanted, ...FIRST_PAGE })}>
          First page
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState text={`No users match “${wanted.search}”.`}>
      <Link className="btn btn-outline" to="?" state={keepScroll}>
        All users
      </Link>
    </EmptyState>
  )
}
