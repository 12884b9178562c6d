import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { refetchReviews, updateCachedReview } from './managed-reviews-list.ts'

interface Callbacks {
  onDone: () => void
  onRefused: (reason: string) => void
}

/** Hides a review. Refetches reviews after success and failure. */
export function useHideReview({ onDone, onRefused }: Callbacks) {
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
