import { HIDE_REASON_LENGTH } from '@freehub/contract/limits'
import type { ManagedReview } from '@freehub/contract/reviews/reviews'
import { useState } from 'react'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { onEnter } from '../../../ui/forms/on-enter.ts'
import { useHideReview } from './hide-review.ts'

interface HideReviewDialogProps {
  review: ManagedReview
  onDone: () => void
  onRefused: (why: string) => void
  onClose: () => void
}

/** Asks whether and why a review is to be hidden, and sees to it. */
export function HideReviewDialog({ review, onClose, ...said }: HideReviewDialogProps) {
  const { mutate, isPending } = useHideReview(said)
  const hideOnce = useMutateOnce(mutate)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)

  function hide() {
    if (reason.trim() === '') setMissing(true)
    else hideOnce({ review, reason: reason.trim() })
  }

  return (
    <ConfirmDialog
      title="Hide this review?"
      text={`What ${review.name} wrote is gone from the shop at once, and its stars count no more.`}
      confirm="Hide"
      busy={isPending}
      onConfirm={hide}
      onClose={onClose}
    >
      <Field
        label="Reason"
        hint="For the staff"
        autoComplete="off"
        maxLength={HIDE_REASON_LENGTH}
        value={reason}
        error={isMissing && reason.trim() === '' ? 'Reason required' : undefined}
        onKeyDown={onEnter(hide)}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  )
}
