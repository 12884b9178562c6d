import type { NewReview } from '@freehub/contract/reviews/review-schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { isOutcomeUnknown } from '../../api/call-error.ts'
import { createIdempotencyKeys } from '../../api/idempotency-keys.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { REVIEWS_QUERY_KEY } from './reviews-query.ts'

/**
 * Adds a review. Retries are idempotent. Calls `onAdded` even after the form has unmounted. Refetches
 * reviews and rating after success and failure.
 */
export function useAddReview(onAdded: (review: NewReview) => void) {
  const client = useQueryClient()
  const [keys] = useState(() => createIdempotencyKeys())

  return useMutation({
    mutationFn: (review: NewReview) =>
      call<{ insertedId: string }>('POST', '/reviews', {
        body: review,
        headers: { 'Idempotency-Key': keys.getKey(review) },
      }),
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && isOutcomeUnknown(error),
    onSuccess: (_, review) => {
      keys.reset()
      void showToast('Review added successfully')
      onAdded(review)
    },
    onSettled: () => void client.invalidateQueries({ queryKey: [REVIEWS_QUERY_KEY] }),
  })
}
