import { HIDE_REASON_LENGTH } from '@freehub/contract/limits'
import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { call } from '../../../api/call.ts'
import { type DialogCallbacks, ReasonDialog } from '../../../ui/dialogs/action-dialog.tsx'
import { refetchReviews } from './managed-reviews-list.ts'

interface HideReviewDialogProps extends DialogCallbacks {
  review: ManagedReview
}

export function HideReviewDialog({ review, ...callbacks }: HideReviewDialogProps) {
  return (
    <ReasonDialog
      action={{
        send: (reason) => call('PUT', `/api/reviews/${review._id}/hidden`, { body: { reason } }),
        toast: 'Review hidden',
        failure: `The review of ${review.name} was not hidden.`,
        refetch: refetchReviews,
      }}
      title="Hide this review?"
      text={`The review by ${review.name} disappears from the shop immediately and no longer counts towards the rating.`}
      confirmLabel="Hide"
      maxLength={HIDE_REASON_LENGTH}
      {...callbacks}
    />
  )
}
