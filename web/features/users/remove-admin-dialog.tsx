import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useRemoveAdmin } from './remove-admin.ts'

interface RemoveAdminDialogProps {
  user: ListedUser
  onDone: () => void
  onRefused: (message: string) => void
  onClose: () => void
}

/** Asks for confirmation, then removes the admin role. */
export function RemoveAdminDialog({ user, onClose, ...callbacks }: RemoveAdminDialogProps) {
  const { mutate, isPending } = useRemoveAdmin(callbacks)
  const removeOnce = useMutateOnce(mutate)
  return (
    <ConfirmDialog
      title="Remove this admin?"
      text={`${user.email} loses admin access immediately.`}
      confirmLabel="Remove Admin"
      busy={isPending}
      onConfirm={() => removeOnce(user)}
      onClose={onClose}
    />
  )
}
