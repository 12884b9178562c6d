import { z } from 'zod'
import { defineCalls } from '../call.ts'
import { byId, inserted, modified } from '../schema-fields.ts'
import * as reviews from './review-schemas.ts'

export const reviewsCalls = {
  ...defineCalls('public', 'reviews', {
    listReviews: {
      route: 'GET /reviews',
      summary: 'Lists reviews that are neither hidden nor held, newest first.',
      querystring: reviews.reviewsQuery,
      response: z.array(reviews.review),
    },
    readShopRating: {
      route: 'GET /api/rating',
      summary:
        'Returns the average, number and distribution of all public ratings. Reviews by users without a confirmed email do not count.',
      response: reviews.shopRating,
    },
  }),
  ...defineCalls('user', 'reviews', {
    addReview: {
      route: 'POST /reviews',
      summary:
        'Adds a review under the caller’s name. Until one of their orders is shipped, a user may add one review in 24 hours. If many such users add reviews at the same time, the reviews are held until staff release them.',
      body: reviews.newReview,
      response: inserted,
      status: 201,
      refusals: ['reviews_too_many', 'key_reused'],
    },
  }),
  ...defineCalls('admin', 'reviews', {
    hideReview: {
      route: 'PUT /api/reviews/:id/hidden',
      summary: 'Hides a review from the public and the rating, with a reason.',
      params: byId,
      body: reviews.hideRequest,
      response: modified,
      refusals: ['review_missing'],
    },
    showReview: {
      route: 'DELETE /api/reviews/:id/hidden',
      summary: 'Shows a hidden review again.',
      params: byId,
      response: modified,
      refusals: ['review_missing'],
    },
    releaseReview: {
      route: 'DELETE /api/reviews/:id/hold',
      summary: 'Publishes a held review.',
      params: byId,
      response: modified,
      refusals: ['review_missing'],
    },
    answerReview: {
      route: 'PUT /api/reviews/:id/answer',
      summary:
        'Adds or changes the maker’s answer to a review. Refuses the change if `seen` is no longer the current answer.',
      params: byId,
      body: reviews.newAnswer,
      response: modified,
      refusals: ['review_missing', 'answer_changed'],
    },
    withdrawAnswer: {
      route: 'DELETE /api/reviews/:id/answer',
      summary:
        'Removes the maker’s answer to a review. Refuses the change if `seen` is no longer the current answer.',
      params: byId,
      body: reviews.answerWithdrawal,
      response: modified,
      refusals: ['review_missing', 'answer_changed'],
    },
    listAllReviews: {
      route: 'GET /api/reviews',
      summary:
        'Lists all reviews, newest first, including hidden ones. X-Total-Count holds the number of matching reviews, counted up to 10,000.',
      querystring: reviews.allReviewsQuery,
      response: z.array(reviews.managedReview),
    },
  }),
}
