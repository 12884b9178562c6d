import { BAN_REASON_LENGTH } from '@freehub/contract/limits'
import type { ListedUser } from '@freehub/contract/users/users'
import { useState } from 'react'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { onEnter } from '../../ui/forms/on-enter.ts'
import { useBanUser } from './ban-user.ts'

interface BanDialogProps {
  user: ListedUser
  onDone: () => void
  onRefused: (why: string) => void
  onClose: () => void
}

/** Asks whether and why somebody is to be shut out, and sees to it. */
export function BanDialog({ user, onClose, ...said }: BanDialogProps) {
  const { mutate, isPending } = useBanUser(said)
  const banOnce = useMutateOnce(mutate)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)

  function ban() {
    if (reason.trim() === '') setMissing(true)
    else banOnce({ user, reason: reason.trim() })
  }

  return (
    <ConfirmDialog
      title="Ban this user?"
      text={`${user.email} is signed out everywhere, at once, and cannot sign in.`}
      confirm="Ban"
      busy={isPending}
      onConfirm={ban}
      onClose={onClose}
    >
      <Field
        label="Reason"
        hint="For the staff"
        autoComplete="off"
        maxLength={BAN_REASON_LENGTH}
        value={reason}
        error={isMissing && reason.trim() === '' ? 'Reason required' : undefined}
        onKeyDown={onEnter(ban)}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  )
}
