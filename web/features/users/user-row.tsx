import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { EmailAddress } from '../../ui/email-address.tsx'
import { BanNote } from './ban-note.tsx'
import { RoleBadge } from './role-badge.tsx'
import { type PendingUserAction, UserActions } from './user-actions.tsx'

interface UserRowProps {
  user: ListedUser
  onRefused: (message: string) => void
  requestConfirmation: (action: PendingUserAction) => void
}

/** After an action the focus moves to the action cell, because the button is removed. */
export function UserRow({ user, onRefused, requestConfirmation }: UserRowProps) {
  const actionCell = useRef<HTMLTableCellElement>(null)
  const emailId = `user-${user._id}`
  return (
    <tr>
      <td data-caption="Email">
        <div>
          <Link id={emailId} className="client" to={paths.person(user._id)}>
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
      <td data-caption="Action" ref={actionCell} tabIndex={-1}>
        <div className="act">
          <UserActions
            user={user}
            describedBy={emailId}
            requestConfirmation={requestConfirmation}
            onDone={() => actionCell.current?.focus()}
            onRefused={onRefused}
          />
        </div>
      </td>
    </tr>
  )
}
