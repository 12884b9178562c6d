import { Link } from 'react-router'
import { EmptyState } from '../ui/empty-state.tsx'

export function NoUsersFound({ searched }: { searched: string }) {
  return (
    <EmptyState text={`No users match “${searched}”.`}>
      <Link className="btn btn-outline" to="?" preventScrollReset>
        All users
      </Link>
    </EmptyState>
  )
}
