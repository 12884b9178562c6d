import type { ListedUser } from '@freehub/contract/users/users'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useRemoveAdmin } from './remove-admin.ts'

interface RemoveAdminDialogProps {
  user: ListedUser
  onDone: () => void
  onRefused: (why: string) => void
  onClose: () => void
}

/** Asks whether somebody is to be an admin no longer, and sees to it. */
export function RemoveAdminDialog({ user, onClose, ...said }: RemoveAdminDialogProps) {
  const { mutate, isPending } = useRemoveAdmin(said)
  const removeOnce = useMutateOnce(mutate)
  return (
    <ConfirmDialog
      title="Remove this admin?"
      text={`${user.email} becomes a customer, at once and everywhere.`}
      confirm="Remove Admin"
      busy={isPending}
      onConfirm={() => removeOnce(user)}
      onClose={onClose}
    />
  )
}
