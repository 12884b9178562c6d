import { z } from 'zod'
import type { Call } from '../call.ts'
import { byId, inserted, modified } from '../schema-fields.ts'
import * as reviews from './review-schemas.ts'

export const reviewsCalls = {
  listReviews: {
    method: 'GET',
    path: '/reviews',
    access: 'public',
    tag: 'reviews',
    summary:
      'Lists public reviews, newest first. Hidden reviews and reviews held for staff are omitted.',
    querystring: reviews.reviewsQuery,
    response: z.array(reviews.review),
    refusals: ['input_invalid'],
  },
  readShopRating: {
    method: 'GET',
    path: '/api/rating',
    access: 'public',
    tag: 'reviews',
    summary:
      'Returns the average, number and distribution of all public ratings. Reviews by users without a confirmed e-mail do not count.',
    response: reviews.shopRating,
    refusals: [],
  },
  addReview: {
    method: 'POST',
    path: '/reviews',
    access: 'user',
    tag: 'reviews',
    summary:
      'Adds a review under the caller’s name. Until one of their orders is shipped, a user may add one review in 24 hours, and a burst of such reviews is held until staff release them. A repeated request with the same Idempotency-Key returns the first response.',
    body: reviews.newReview,
    response: inserted,
    status: 201,
    refusals: ['input_invalid', 'reviews_too_many', 'key_reused'],
  },
  hideReview: {
    method: 'PUT',
    path: '/api/reviews/:id/hidden',
    access: 'admin',
    tag: 'reviews',
    summary:
      'Hides a review from the public, with a reason. It no longer counts towards the rating.',
    params: byId,
    body: reviews.hideRequest,
    response: modified,
    refusals: ['input_invalid', 'review_missing'],
  },
  showReview: {
    method: 'DELETE',
    path: '/api/reviews/:id/hidden',
    access: 'admin',
    tag: 'reviews',
    summary: 'Shows a hidden review again.',
    params: byId,
    response: modified,
    refusals: ['input_invalid', 'review_missing'],
  },
  releaseReview: {
    method: 'DELETE',
    path: '/api/reviews/:id/hold',
    access: 'admin',
    tag: 'reviews',
    summary: 'Publishes a held review.',
    params: byId,
    response: modified,
    refusals: ['input_invalid', 'review_missing'],
  },
  answerReview: {
    method: 'PUT',
    path: '/api/reviews/:id/answer',
    access: 'admin',
    tag: 'reviews',
    summary: 'Adds or changes the maker’s answer to a review.',
    params: byId,
    body: reviews.newAnswer,
    response: modified,
    refusals: ['input_invalid', 'review_missing'],
  },
  withdrawAnswer: {
    method: 'DELETE',
    path: '/api/reviews/:id/answer',
    access: 'admin',
    tag: 'reviews',
    summary: 'Removes the maker’s answer to a review.',
    params: byId,
    response: modified,
    refusals: ['input_invalid', 'review_missing'],
  },
  listAllReviews: {
    method: 'GET',
    path: '/api/reviews',
    access: 'admin',
    tag: 'reviews',
    summary:
      'Lists all reviews, newest first, including hidden ones. X-Total-Count holds the number of matching reviews, counted up to 10,000.',
    querystring: reviews.allReviewsQuery,
    response: z.array(reviews.managedReview),
    refusals: ['input_invalid'],
  },
} as const satisfies Record<string, Call>
