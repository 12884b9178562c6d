import { z } from 'zod'
import { RATING_MAXIMUM, RATING_MINIMUM } from '../constants.ts'
import {
  HIDE_REASON_LENGTH,
  REVIEW_ANSWER_LENGTH,
  REVIEW_COMMENT_LENGTH,
  SEARCH_LENGTH,
} from '../limits.ts'
import { id, onePlace, page, requiredText, text, twoWayPage } from '../schema-fields.ts'

export const review = z.object({
  _id: id,
  name: z.string(),
  ratting: z.int(),
  comment: z.string(),
  /** The reviewer has an order that was shipped to him. */
  verifiedBuyer: z.boolean(),
  /** The maker's, or null. */
  answer: z.string().nullable(),
})

/** What staff did to a review. `detail`: why it was hidden, or what was answered. */
export const reviewChange = z.object({
  kind: z.enum(['hidden', 'shown', 'answered', 'answer_withdrawn', 'released']),
  by: z.string(),
  at: z.iso.datetime(),
  detail: z.string().nullable(),
})

/** A review as staff see it, also a hidden one. `email`: of who wrote it, if he still has an account. */
export const managedReview = review.extend({
  email: z.string().nullable(),
  at: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  /** Held in a burst of reviews: not public until staff release it. */
  held: z.boolean(),
  hidden: z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime() }).nullable(),
  /** The newest first. */
  changes: z.array(reviewChange),
})

export const reviewsShown = z.enum(
  ['hidden', 'held', 'unanswered'],
  'Leave show out, or write hidden, held or unanswered.',
)

/** `by`: whose reviews. `search` looks in name, e-mail, comment and answer. */
export const allReviewsQuery = z
  .strictObject({
    ...twoWayPage,
    by: id.optional(),
    search: text(SEARCH_LENGTH).optional(),
    show: reviewsShown.optional(),
  })
  .refine(...onePlace)

export const hiding = z.strictObject({
  reason: requiredText(HIDE_REASON_LENGTH, 'Say why it is hidden.'),
})

export const newAnswer = z.strictObject({
  answer: requiredText(REVIEW_ANSWER_LENGTH, 'Write the answer.'),
})

/** The rating of the shop by all reviews that count; `average` with one decimal, 0 if there are none. */
export const shopRating = z.object({
  average: z.number(),
  count: z.int(),
  /** How many reviews give so many stars, from five stars down to one. */
  distribution: z.array(z.object({ stars: z.int(), count: z.int() })),
})

export const reviewsQuery = z.strictObject({ size: page.size, after: page.after })

/** `name` is accepted, and the session's wins. */
export const newReview = z.strictObject({
  comment: text(REVIEW_COMMENT_LENGTH),
  ratting: z
    .int(`Give ${RATING_MINIMUM} to ${RATING_MAXIMUM} stars.`)
    .min(RATING_MINIMUM, `Give ${RATING_MINIMUM} to ${RATING_MAXIMUM} stars.`)
    .max(RATING_MAXIMUM, `Give ${RATING_MINIMUM} to ${RATING_MAXIMUM} stars.`),
  name: z.string().max(200).optional(),
})
