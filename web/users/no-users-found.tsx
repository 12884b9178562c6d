import { Link } from 'react-router'
import { keepScroll } from '../shell/kept-scroll.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function NoUsersFound({ searched }: { searched: string }) {
  return (
    <EmptyState text={`No users match “${searched}”.`}>
      <Link className="btn btn-outline" to="?" state={keepScroll}>
        All users
      </Link>
    </EmptyState>
  )
}
