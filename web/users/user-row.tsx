import type { ListedUser } from '@freehub/contract/users'
import { useRef } from 'react'
import { EmailAddress } from '../ui/email-address.tsx'
import { MakeAdminButton } from './make-admin-button.tsx'
import { RoleBadge } from './role-badge.tsx'

interface UserRowProps {
  user: ListedUser
  onRefused: (why: string) => void
  onRemove: (user: ListedUser) => void
}

/** Where the button was that made an admin, the focus stays. */
export function UserRow({ user, onRefused, onRemove }: UserRowProps) {
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
          <button
            type="button"
            className="btn btn-outline btn-error btn-sm"
            aria-describedby={named}
            onClick={() => onRemove(user)}
          >
            Remove Admin
          </button>
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
