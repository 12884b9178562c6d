import type { ListedUser } from '@freehub/contract/users/users'
import { useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { EmailAddress } from '../../ui/email-address.tsx'
import { BanNote } from './ban-note.tsx'
import { RoleBadge } from './role-badge.tsx'
import { type AskedOfUser, UserActions } from './user-actions.tsx'

interface UserRowProps {
  user: ListedUser
  onRefused: (why: string) => void
  onAsk: (asked: AskedOfUser) => void
}

/** Where the button was that did something, the focus stays. */
export function UserRow({ user, onRefused, onAsk }: UserRowProps) {
  const action = useRef<HTMLTableCellElement>(null)
  const named = `user-${user._id}`
  return (
    <tr>
      <td data-caption="Email">
        <div>
          <Link id={named} className="client" to={paths.person(user._id)}>
            <EmailAddress address={user.email} />
          </Link>
          <p className="second">{user.name}</p>
          {!user.emailConfirmed && <span className="badge badge-pending">Not confirmed</span>}
          {user.banned && <BanNote user={user} />}
        </div>
      </td>
      <td data-caption="Role">
        {user.banned ? (
          <span className="badge badge-over">Banned</span>
        ) : (
          <RoleBadge role={user.role} />
        )}
      </td>
      <td data-caption="Action" ref={action} tabIndex={-1}>
        <div className="act">
          <UserActions
            user={user}
            describedBy={named}
            onAsk={onAsk}
            onDone={() => action.current?.focus()}
            onRefused={onRefused}
          />
        </div>
      </td>
    </tr>
  )
}
