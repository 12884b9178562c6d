import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { refetchReviews, updateCachedReview } from './managed-reviews-list.ts'

/** Publishes the maker's answer to a review; null withdraws it. Refetches reviews afterwards. */
export function useAnswerReview({ _id }: ManagedReview, onDone: () => void) {
  const client = useQueryClient()
  const path = `/api/reviews/${_id}/answer`

  return useMutation({
    mutationFn: (answer: string | null) =>
      answer === null ? call('DELETE', path) : call('PUT', path, { body: { answer } }),
    networkMode: 'always',
    onSuccess: (_answered, answer) => {
      updateCachedReview(client, _id, { answer })
      void showToast(answer === null ? 'Answer withdrawn' : 'Answer published')
      onDone()
    },
    onSettled: () => refetchReviews(client),
  })
}
