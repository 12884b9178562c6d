import { BanDialog } from './ban-dialog.tsx'
import { RemoveAdminDialog } from './remove-admin-dialog.tsx'
import type { AskedOfUser } from './user-actions.tsx'

interface UserDialogProps {
  asked: AskedOfUser
  onDone: () => void
  onRefused: (why: string) => void
  onClose: () => void
}

/** Asks whether what is asked for is really to be done to a user, and sees to it. */
export function UserDialog({ asked: { act, user }, ...dialog }: UserDialogProps) {
  return act === 'ban' ? (
    <BanDialog user={user} {...dialog} />
  ) : (
    <RemoveAdminDialog user={user} {...dialog} />
  )
}
