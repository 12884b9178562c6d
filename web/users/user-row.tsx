import type { ListedUser } from '@freehub/contract/users'
import { useRef } from 'react'
import { EmailAddress } from '../ui/email-address.tsx'
import { MakeAdminButton } from './make-admin-button.tsx'
import { RoleBadge } from './role-badge.tsx'

interface UserRowProps {
  user: ListedUser
  onRefused: (why: string) => void
}

/** Where the button was that made an admin, the focus stays. */
export function UserRow({ user, onRefused }: UserRowProps) {
  const action = useRef<HTMLTableCellElement>(null)
  const named = `user-${user._id}`
  return (
    <tr>
      <td data-caption="Email">
        <span id={named} className="client">
          <EmailAddress address={user.email} />
        </span>
      </td>
      <td data-caption="Role">
        <RoleBadge role={user.role} />
      </td>
      <td data-caption="Action" ref={action} tabIndex={-1}>
        {user.role === 'admin' ? (
          <span className="second">–</span>
        ) : (
          <MakeAdminButton
            user={user}
            describedBy={named}
            onMade={() => action.current?.focus()}
            onRefused={onRefused}
          />
        )}
      </td>
    </tr>
  )
}
