import { z } from 'zod'
import { callsOf } from '../call.ts'
import { byId, inserted, modified } from '../schema-fields.ts'
import * as reviews from './review-schemas.ts'

export const reviewsCalls = {
  ...callsOf('public', 'reviews', {
    listReviews: {
      method: 'GET',
      path: '/reviews',
      summary:
        'Lists public reviews, newest first. Hidden reviews and reviews held for staff are omitted.',
      querystring: reviews.reviewsQuery,
      response: z.array(reviews.review),
    },
    readShopRating: {
      method: 'GET',
      path: '/api/rating',
      summary:
        'Returns the average, number and distribution of all public ratings. Reviews by users without a confirmed e-mail do not count.',
      response: reviews.shopRating,
    },
  }),
  ...callsOf('user', 'reviews', {
    addReview: {
      method: 'POST',
      path: '/reviews',
      summary:
        'Adds a review under the caller’s name. Until one of their orders is shipped, a user may add one review in 24 hours, and a burst of such reviews is held until staff release them. A repeated request with the same Idempotency-Key returns the first response.',
      body: reviews.newReview,
      response: inserted,
      status: 201,
      refusals: ['reviews_too_many', 'key_reused'],
    },
  }),
  ...callsOf('admin', 'reviews', {
    hideReview: {
      method: 'PUT',
      path: '/api/reviews/:id/hidden',
      summary:
        'Hides a review from the public, with a reason. It no longer counts towards the rating.',
      params: byId,
      body: reviews.hideRequest,
      response: modified,
      refusals: ['review_missing'],
    },
    showReview: {
      method: 'DELETE',
      path: '/api/reviews/:id/hidden',
      summary: 'Shows a hidden review again.',
      params: byId,
      response: modified,
      refusals: ['review_missing'],
    },
    releaseReview: {
      method: 'DELETE',
      path: '/api/reviews/:id/hold',
      summary: 'Publishes a held review.',
      params: byId,
      response: modified,
      refusals: ['review_missing'],
    },
    answerReview: {
      method: 'PUT',
      path: '/api/reviews/:id/answer',
      summary: 'Adds or changes the maker’s answer to a review.',
      params: byId,
      body: reviews.newAnswer,
      response: modified,
      refusals: ['review_missing'],
    },
    withdrawAnswer: {
      method: 'DELETE',
      path: '/api/reviews/:id/answer',
      summary: 'Removes the maker’s answer to a review.',
      params: byId,
      response: modified,
      refusals: ['review_missing'],
    },
    listAllReviews: {
      method: 'GET',
      path: '/api/reviews',
      summary:
        'Lists all reviews, newest first, including hidden ones. X-Total-Count holds the number of matching reviews, counted up to 10,000.',
      querystring: reviews.allReviewsQuery,
      response: z.array(reviews.managedReview),
    },
  }),
}
