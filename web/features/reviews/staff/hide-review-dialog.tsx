import { HIDE_REASON_LENGTH } from '@freehub/contract/limits'
import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { onEnter } from '../../../ui/forms/on-enter.ts'
import { refetchReviews, updateCachedReview } from './managed-reviews-list.ts'

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

interface Callbacks {
  onDone: () => void
  onRefused: (reason: string) => void
}

/** Hides a review. Refetches reviews after success and failure. */
function useHideReview({ onDone, onRefused }: Callbacks) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ review, reason }: { review: ManagedReview; reason: string }) =>
      call('PUT', `/api/reviews/${review._id}/hidden`, { body: { reason } }),
    networkMode: 'always',
    onSuccess: () => {
      void showToast('Review hidden')
      onDone()
    },
    onError: (error, { review }) =>
      onRefused(`The review of ${review.name} was not hidden. ${formatError(error)}`),
    onSettled: () => refetchReviews(client),
  })
}

/** Shows a hidden review again. */
export function useShowReview({ onDone, onRefused }: Callbacks) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ _id }: ManagedReview) => call('DELETE', `/api/reviews/${_id}/hidden`),
    networkMode: 'always',
    onSuccess: (_answer, { _id }) => {
      updateCachedReview(client, _id, { hidden: null })
      void showToast('Review shown again')
      onDone()
    },
    onError: (error, { name }) =>
      onRefused(`The review of ${name} was not shown again. ${formatError(error)}`),
    onSettled: () => refetchReviews(client),
  })
}

/** Publishes a held review. */
export function useReleaseReview({ onDone, onRefused }: Callbacks) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ _id }: ManagedReview) => call('DELETE', `/api/reviews/${_id}/hold`),
    networkMode: 'always',
    onSuccess: (_answer, { _id }) => {
      updateCachedReview(client, _id, { held: false })
      void showToast('Review released')
      onDone()
    },
    onError: (error, { name }) =>
      onRefused(`The review of ${name} was not released. ${formatError(error)}`),
    onSettled: () => refetchReviews(client),
  })
}
