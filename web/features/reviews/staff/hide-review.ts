import type { ManagedReview } from '@freehub/contract/reviews/reviews'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { sentenceOf } from '../../../api/call-error.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { readReviewsAnew, showReviewChange } from './managed-reviews-list.ts'

interface Said {
  onDone: () => void
  onRefused: (why: string) => void
}

/** Hides a review, for a reason. Whatever is answered, the reviews are read anew. */
export function useHideReview({ onDone, onRefused }: Said) {
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
      onRefused(`The review of ${review.name} was not hidden. ${sentenceOf(error)}`),
    onSettled: () => readReviewsAnew(client),
  })
}

/** Shows a hidden review again; there is nothing to lose by it. */
export function useShowReview({ onDone, onRefused }: Said) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ _id }: ManagedReview) => call('DELETE', `/api/reviews/${_id}/hidden`),
    networkMode: 'always',
    onSuccess: (_answer, { _id }) => {
      showReviewChange(client, _id, { hidden: null })
      void showToast('Review shown again')
      onDone()
    },
    onError: (error, { name }) =>
      onRefused(`The review of ${name} was not shown again. ${sentenceOf(error)}`),
    onSettled: () => readReviewsAnew(client),
  })
}

/** Publishes a held review. */
export function useReleaseReview({ onDone, onRefused }: Said) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: ({ _id }: ManagedReview) => call('DELETE', `/api/reviews/${_id}/hold`),
    networkMode: 'always',
    onSuccess: (_answer, { _id }) => {
      showReviewChange(client, _id, { held: false })
      void showToast('Review released')
      onDone()
    },
    onError: (error, { name }) =>
      onRefused(`The review of ${name} was not released. ${sentenceOf(error)}`),
    onSettled: () => readReviewsAnew(client),
  })
}
