import { BAN_REASON_LENGTH } from '@freehub/contract/limits'
import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { useState } from 'react'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { onEnter } from '../../ui/forms/on-enter.ts'
import { useBanUser } from './ban-user.ts'

interface BanDialogProps {
  user: ListedUser
  onDone: () => void
  onRefused: (message: string) => void
  onClose: () => void
}

/** Asks for confirmation and a reason, then bans the user. */
export function BanDialog({ user, onClose, ...callbacks }: BanDialogProps) {
  const { mutate, isPending } = useBanUser(callbacks)
  const banOnce = useMutateOnce(mutate)
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)

  function ban() {
    if (reason.trim() === '') setReasonMissing(true)
    else banOnce({ user, reason: reason.trim() })
  }

  return (
    <ConfirmDialog
      title="Ban this user?"
      text={`${user.email} is signed out on all devices immediately and can no longer sign in.`}
      confirmLabel="Ban"
      busy={isPending}
      onConfirm={ban}
      onClose={onClose}
    >
      <Field
        label="Reason"
        hint="Visible to staff only"
        autoComplete="off"
        maxLength={BAN_REASON_LENGTH}
        value={reason}
        error={isReasonMissing && reason.trim() === '' ? 'Reason required' : undefined}
        onKeyDown={onEnter(ban)}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  )
}
