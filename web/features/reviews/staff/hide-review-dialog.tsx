import { HIDE_REASON_LENGTH } from '@freehub/contract/limits'
import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { useState } from 'react'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { onEnter } from '../../../ui/forms/on-enter.ts'
import { useHideReview } from './hide-review.ts'

interface HideReviewDialogProps {
  review: ManagedReview
  onDone: () => void
  onRefused: (reason: string) => void
  onClose: () => void
}

/** Asks for a reason and hides a review. */
export function HideReviewDialog({ review, onClose, ...callbacks }: HideReviewDialogProps) {
  const { mutate, isPending } = useHideReview(callbacks)
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
      text={`The review by ${review.name} disappears from the shop immediately and no longer counts towards the rating.`}
      confirmLabel="Hide"
      busy={isPending}
      onConfirm={hide}
      onClose={onClose}
    >
      <Field
        label="Reason"
        hint="Visible to staff only"
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
