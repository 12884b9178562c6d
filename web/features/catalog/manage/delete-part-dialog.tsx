import type { Part } from '@freehub/contract/catalog/parts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useDeletePart } from './delete-part.ts'

interface DeletePartDialogProps {
  part: Part
  onDone: () => void
  onRefused: (why: string) => void
  onClose: () => void
}

/** Asks whether a part is to be deleted, and deletes it. */
export function DeletePartDialog({ part, onClose, ...said }: DeletePartDialogProps) {
  const { mutate, isPending } = useDeletePart(said)
  const deleteOnce = useMutateOnce(mutate)
  return (
    <ConfirmDialog
      title="Are you sure to Delete.?"
      text="Once you delete the product, it can't be undone."
      confirm="Delete"
      busy={isPending}
      onConfirm={() => deleteOnce(part)}
      onClose={onClose}
    />
  )
}
