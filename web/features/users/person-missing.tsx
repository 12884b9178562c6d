import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/lists/empty-state.tsx'

/** Nobody has this id or e-mail, or not any more. */
export function PersonMissing({ who }: { who: string }) {
  return (
    <>
      <div className="dash-head">
        <h1>User</h1>
      </div>
      <EmptyState text="There is no such user." more={`Nobody here is ${who}, or not any more.`}>
        <Link className="btn btn-outline" to={paths.makeAdmin}>
          All users
        </Link>
      </EmptyState>
    </>
  )
}
