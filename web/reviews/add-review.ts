import type { NewReview } from '@freehub/contract/reviews'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { showToast } from '../ui/toast.ts'
import { reviewsQuery } from './reviews-query.ts'

/** Adds a review. Whatever is answered, the reviews are read anew where they are shown next. */
export function useAddReview() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: (review: NewReview) =>
      call<{ insertedId: string }>('POST', '/reviews', { body: review }),
    networkMode: 'always',
    onSuccess: () => void showToast('Review added successfully'),
    onSettled: () => void client.invalidateQueries({ queryKey: reviewsQuery().queryKey }),
  })
}
