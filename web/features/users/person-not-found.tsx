import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/lists/empty-state.tsx'

export function PersonNotFound({ idOrEmail }: { idOrEmail: string }) {
  return (
    <>
      <div className="dash-head">
        <h1>User</h1>
      </div>
      <EmptyState text="User not found." details={`No user has the ID or email ${idOrEmail}.`}>
        <Link className="btn btn-outline" to={paths.makeAdmin}>
          All users
        </Link>
      </EmptyState>
    </>
  )
}
