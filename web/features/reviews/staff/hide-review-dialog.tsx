import { HIDE_REASON_LENGTH } from '@freehub/contract/limits'
import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { type ActionDialogProps, useAction } from '../../../ui/dialogs/use-action.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { onEnter } from '../../../ui/forms/on-enter.ts'
import { refetchReviews } from './managed-reviews-list.ts'

interface HideReviewDialogProps extends ActionDialogProps {
  review: ManagedReview
}

export function HideReviewDialog({ review, onClose, ...callbacks }: HideReviewDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { run, isPending } = useAction(
    {
      send: () =>
        call('PUT', `/api/reviews/${review._id}/hidden`, { body: { reason: reason.trim() } }),
      toast: 'Review hidden',
      failure: `The review of ${review.name} was not hidden.`,
      refetch: refetchReviews,
    },
    callbacks,
  )

  function hide() {
    if (reason.trim() === '') setMissing(true)
    else run()
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
