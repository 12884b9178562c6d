import { ConfirmDialog } from './confirm-dialog.tsx'

interface DiscardDialogProps {
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a form with changes is closed. */
export function DiscardDialog(callbacks: DiscardDialogProps) {
  return (
    <ConfirmDialog
      title="Discard your changes?"
      text="The changes in the open form are not saved."
      confirmLabel="Discard"
      {...callbacks}
    />
  )
}
