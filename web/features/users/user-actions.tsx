import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { useSession } from '../identity/session.ts'
import { MakeAdminButton } from './make-admin-button.tsx'
import { UnbanButton } from './unban-button.tsx'

/** An action that needs a confirmation. */
export interface PendingUserAction {
  action: 'removeAdmin' | 'ban'
  user: ListedUser
}

interface UserActionsProps {
  user: ListedUser
  /** Id of the element that names the user, for lists. */
  describedBy: string | undefined
  requestConfirmation: (action: PendingUserAction) => void
  onDone: () => void
  onRefused: (message: string) => void
}

/** The buttons for a user. A banned user can only be unbanned. Admins cannot ban themselves. */
export function UserActions({
  user,
  describedBy,
  requestConfirmation,
  ...callbacks
}: UserActionsProps) {
  const session = useSession()
  const isSelf = session.status === 'signedIn' && session.user.email === user.email
  if (user.banned) return <UnbanButton user={user} describedBy={describedBy} {...callbacks} />
  const renderButton = (action: PendingUserAction['action'], label: string) => (
    <button
      type="button"
      className="btn btn-outline btn-error btn-sm"
      aria-describedby={describedBy}
      onClick={() => requestConfirmation({ action, user })}
    >
      {label}
    </button>
  )
  return (
    <>
      {user.role === 'admin' && renderButton('removeAdmin', 'Remove Admin')}
      {user.role === 'customer' &&
        (user.emailConfirmed ? (
          <MakeAdminButton
            user={user}
            describedBy={describedBy}
            onMade={callbacks.onDone}
            onRefused={callbacks.onRefused}
          />
        ) : (
          <p className="second">Can become an admin once the email is confirmed.</p>
        ))}
      {!isSelf && renderButton('ban', 'Ban')}
    </>
  )
}
