import { BAN_REASON_LENGTH } from '@freehub/contract/limits'
import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import {
  ActionDialog,
  type DialogCallbacks,
  ReasonDialog,
  StaffActionButton,
} from '../../ui/dialogs/action-dialog.tsx'
import type { ActionCallbacks } from '../../ui/dialogs/use-action.ts'
import { useSession } from '../identity/session.ts'
import { banUser, makeAdmin, removeAdmin, unbanUser } from './change-user.ts'
import { activeAdminCountQuery } from './users-queries.ts'

export interface PendingUserAction {
  action: 'makeAdmin' | 'removeAdmin' | 'ban'
  user: ListedUser
}

interface UserActionsProps extends ActionCallbacks {
  user: ListedUser
  /** Id of the element that names the user, for lists. */
  describedBy?: string
  requestConfirmation: (action: PendingUserAction) => void
}

/**
 * The buttons for a user. A banned user can only be unbanned. Admins cannot ban themselves. The only active admin keeps
 * the role.
 */
export function UserActions({ user, requestConfirmation, ...buttonProps }: UserActionsProps) {
  const isSelf = useIsSelf(user)
  const isAdmin = user.role === 'admin'
  const activeAdmins = useQuery({ ...activeAdminCountQuery, enabled: isAdmin })
  const isOnlyAdmin = isAdmin && user.emailConfirmed && activeAdmins.data === 1
  if (user.banned) {
    return <StaffActionButton label="Unban" action={unbanUser(user)} {...buttonProps} />
  }
  const renderButton = (action: PendingUserAction['action'], label: string) => (
    <Button
      variant={action === 'makeAdmin' ? 'outline' : 'danger'}
      small
      aria-describedby={buttonProps.describedBy}
      onClick={() => requestConfirmation({ action, user })}
    >
      {label}
    </Button>
  )
  return (
    <>
      {isOnlyAdmin && (
        <span className="secondary self-center px-[11.5px] whitespace-nowrap">
          Only active admin
        </span>
      )}
      {isAdmin &&
        !isOnlyAdmin &&
        !activeAdmins.isLoading &&
        renderButton('removeAdmin', 'Remove Admin')}
      {user.role === 'customer' && user.emailConfirmed && renderButton('makeAdmin', 'Make Admin')}
      {!isSelf && renderButton('ban', 'Ban')}
    </>
  )
}

interface UserActionDialogProps extends DialogCallbacks {
  pending: PendingUserAction
}

/** Asks for the reason of a ban, or for confirmation, then runs the action. */
export function UserActionDialog({ pending, ...callbacks }: UserActionDialogProps) {
  const { action, user } = pending
  const isSelf = useIsSelf(user)
  if (action === 'ban') {
    return (
      <ReasonDialog
        action={banUser(user)}
        title="Ban this user?"
        text={`${user.email} is signed out on all devices immediately and can no longer sign in.`}
        confirmLabel="Ban"
        maxLength={BAN_REASON_LENGTH}
        {...callbacks}
      />
    )
  }
  return action === 'makeAdmin' ? (
    <ActionDialog
      action={makeAdmin(user)}
      title="Make this user an admin?"
      text={`${user.name} (${user.email}) can then see and change all orders, products and users.`}
      confirmLabel="Make Admin"
      isHarmless
      {...callbacks}
    />
  ) : (
    <ActionDialog
      action={removeAdmin(user, isSelf)}
      title="Remove this admin?"
      text={`${user.email} loses admin access immediately.`}
      confirmLabel="Remove Admin"
      {...callbacks}
    />
  )
}

/** Returns whether this is the signed-in user. */
export function useIsSelf({ email }: ListedUser): boolean {
  const session = useSession()
  return session.status === 'signedIn' && session.user.email === email
}
