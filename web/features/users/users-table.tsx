import type { ListedUser } from '@freehub/contract/users/user-schemas'
import type { PendingUserAction } from './user-actions.tsx'
import { UserRow } from './user-row.tsx'

interface UsersTableProps {
  users: ListedUser[]
  /** True while the users of the previous search are shown. */
  isStale: boolean
  onRefused: (message: string) => void
  /** Opens the confirmation dialog. */
  requestConfirmation: (action: PendingUserAction) => void
}

export function UsersTable({ users, isStale, ...callbacks }: UsersTableProps) {
  return (
    <table className="table users" aria-label="Users" aria-busy={isStale}>
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
          <UserRow key={user._id} user={user} {...callbacks} />
        ))}
      </tbody>
    </table>
  )
}
