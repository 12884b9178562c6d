import { BanDialog } from './ban-dialog.tsx'
import { RemoveAdminDialog } from './remove-admin-dialog.tsx'
import type { PendingUserAction } from './user-actions.tsx'

interface UserActionDialogProps {
  pending: PendingUserAction
  onDone: () => void
  onRefused: (message: string) => void
  onClose: () => void
}

/** Asks for confirmation, then performs the action. */
export function UserActionDialog({ pending: { action, user }, ...dialog }: UserActionDialogProps) {
  return action === 'ban' ? (
    <BanDialog user={user} {...dialog} />
  ) : (
    <RemoveAdminDialog user={user} {...dialog} />
  )
}
