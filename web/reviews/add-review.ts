import type { NewReview } from '@freehub/contract/reviews'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { showToast } from '../ui/toast.ts'
import { REVIEWS_QUERY_KEY } from './reviews-query.ts'

/**
 * Adds a review, and says so to the form even if somebody has walked on from it. Whatever is answered,
 * the reviews and the rating are read anew where they are shown next.
 */
export function useAddReview(onAdded: (review: NewReview) => void) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (review: NewReview) =>
      call<{ insertedId: string }>('POST', '/reviews', { body: review }),
    networkMode: 'always',
    onSuccess: (_, review) => {
      void showToast('Review added successfully')
      onAdded(review)
    },
    onSettled: () => void client.invalidateQueries({ queryKey: [REVIEWS_QUERY_KEY] }),
  })
}
