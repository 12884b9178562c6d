import { z } from 'zod'
import type { Call } from '../call.ts'
import { byId, inserted, modified } from '../schema-fields.ts'
import * as reviews from './review-schemas.ts'

/** The calls about reviews. */
export const reviewsCalls = {
  listReviews: {
    method: 'GET',
    path: '/reviews',
    access: 'public',
    about: 'reviews',
    summary: 'Public reviews, newest first: without those that are hidden or held for staff.',
    querystring: reviews.reviewsQuery,
    answer: z.array(reviews.review),
    refusals: ['input_invalid'],
  },
  readShopRating: {
    method: 'GET',
    path: '/api/rating',
    access: 'public',
    about: 'reviews',
    summary:
      'Average, number and distribution of all public reviews. Reviews of users whose e-mail is not confirmed do not count.',
    answer: reviews.shopRating,
    refusals: [],
  },
  addReview: {
    method: 'POST',
    path: '/reviews',
    access: 'user',
    about: 'reviews',
    summary:
      "Adds a review under the session's name: one in 24 hours until an order of the user is shipped. In a burst of such reviews it is held until staff release it. An Idempotency-Key makes a repeat answer as the first did.",
    body: reviews.newReview,
    answer: inserted,
    status: 201,
    refusals: ['input_invalid', 'reviews_too_many', 'key_reused'],
  },
  hideReview: {
    method: 'PUT',
    path: '/api/reviews/:id/hidden',
    access: 'admin',
    about: 'reviews',
    summary: 'Hides a review from everybody but the staff, with a reason. It no longer counts.',
    params: byId,
    body: reviews.hiding,
    answer: modified,
    refusals: ['input_invalid', 'review_missing'],
  },
  showReview: {
    method: 'DELETE',
    path: '/api/reviews/:id/hidden',
    access: 'admin',
    about: 'reviews',
    summary: 'Shows a hidden review again.',
    params: byId,
    answer: modified,
    refusals: ['input_invalid', 'review_missing'],
  },
  releaseReview: {
    method: 'DELETE',
    path: '/api/reviews/:id/hold',
    access: 'admin',
    about: 'reviews',
    summary: 'Publishes a review that was held in a burst.',
    params: byId,
    answer: modified,
    refusals: ['input_invalid', 'review_missing'],
  },
  answerReview: {
    method: 'PUT',
    path: '/api/reviews/:id/answer',
    access: 'admin',
    about: 'reviews',
    summary: 'Answers a review as the maker, or changes that answer.',
    params: byId,
    body: reviews.newAnswer,
    answer: modified,
    refusals: ['input_invalid', 'review_missing'],
  },
  withdrawAnswer: {
    method: 'DELETE',
    path: '/api/reviews/:id/answer',
    access: 'admin',
    about: 'reviews',
    summary: 'Takes the maker’s answer back.',
    params: byId,
    answer: modified,
    refusals: ['input_invalid', 'review_missing'],
  },
  listAllReviews: {
    method: 'GET',
    path: '/api/reviews',
    access: 'admin',
    about: 'reviews',
    summary:
      'All reviews, newest first, the hidden ones too. X-Total-Count says how many the filter leaves, up to 10,000.',
    querystring: reviews.allReviewsQuery,
    answer: z.array(reviews.managedReview),
    refusals: ['input_invalid'],
  },
} as const satisfies Record<string, Call>
