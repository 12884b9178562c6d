import type { Part } from '@freehub/contract/catalog/parts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useDeletePart } from './delete-part.ts'

interface DeletePartDialogProps {
  part: Part
  onDone: () => void
  onRefused: (message: string) => void
  onClose: () => void
}

/** Confirms and deletes a part. */
export function DeletePartDialog({ part, onClose, ...callbacks }: DeletePartDialogProps) {
  const { mutate, isPending } = useDeletePart(callbacks)
  const deleteOnce = useMutateOnce(mutate)
  return (
    <ConfirmDialog
      title="Are you sure to Delete.?"
      text="Once you delete the product, it can't be undone."
      confirmLabel="Delete"
      busy={isPending}
      onConfirm={() => deleteOnce(part)}
      onClose={onClose}
    />
  )
}
