import type { NewReview } from '@freehub/contract/reviews/reviews'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { isLost } from '../../api/call-error.ts'
import { onceKeys } from '../../api/once-keys.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { REVIEWS_QUERY_KEY } from './reviews-query.ts'

/**
 * Adds a review, once however often it is sent, and says so to the form even if somebody has walked on
 * from it. Whatever is answered, the reviews and the rating are read anew where they are shown next.
 */
export function useAddReview(onAdded: (review: NewReview) => void) {
  const client = useQueryClient()
  const [keys] = useState(() => onceKeys())

  return useMutation({
    mutationFn: (review: NewReview) =>
      call<{ insertedId: string }>('POST', '/reviews', {
        body: review,
        headers: { 'Idempotency-Key': keys.keyFor(review) },
      }),
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && isLost(error),
    onSuccess: (_, review) => {
      keys.renew()
      void showToast('Review added successfully')
      onAdded(review)
    },
    onSettled: () => void client.invalidateQueries({ queryKey: [REVIEWS_QUERY_KEY] }),
  })
}
