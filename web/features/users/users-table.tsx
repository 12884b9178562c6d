import type { ListedUser } from '@freehub/contract/users/users'
import type { AskedOfUser } from './user-actions.tsx'
import { UserRow } from './user-row.tsx'

interface UsersTableProps {
  users: ListedUser[]
  /** These are still the users of the last search, until those of this one are here. */
  stale: boolean
  onRefused: (why: string) => void
  /** Whether it is really to be is asked elsewhere. */
  onAsk: (asked: AskedOfUser) => void
}

export function UsersTable({ users, stale, ...asked }: UsersTableProps) {
  return (
    <table className="table users" aria-label="Users" aria-busy={stale}>
      <thead>
        <tr>
          <th scope="col">Email</th>
          <th scope="col" className="of-role">
            Role
          </th>
          <th scope="col" className="of-action">
            Action
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user._id} user={user} {...asked} />
        ))}
      </tbody>
    </table>
  )
}
