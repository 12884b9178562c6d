import { z } from 'zod'
import { RATING_MAXIMUM, RATING_MINIMUM } from '../constants.ts'
import {
  HIDE_REASON_LENGTH,
  REVIEW_ANSWER_LENGTH,
  REVIEW_COMMENT_LENGTH,
  SEARCH_LENGTH,
} from '../limits.ts'
import {
  bidirectionalPage,
  id,
  page,
  period,
  requiredText,
  singleCursor,
  text,
} from '../schema-fields.ts'

export const review = z.object({
  _id: id,
  name: z.string(),
  ratting: z.int(),
  comment: z.string(),
  verifiedBuyer: z.boolean(),
  answer: z.string().nullable(),
})

/** An action of staff on a review. `detail`: the reason why the review is hidden, or the text of the answer. */
export const reviewChange = z.object({
  kind: z.enum(['hidden', 'shown', 'answered', 'answer_withdrawn', 'released']),
  by: z.string(),
  at: z.iso.datetime(),
  detail: z.string().nullable(),
})

/** A review with the fields for staff. `email` is null if the reviewer deleted their account. */
export const managedReview = review.extend({
  email: z.string().nullable(),
  at: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  /** True if the review is held because of a burst of reviews. It becomes public when staff release it. */
  held: z.boolean(),
  hidden: z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime() }).nullable(),
  changes: z.array(reviewChange),
})

export const reviewsFilter = z.enum(
  ['hidden', 'held', 'unanswered'],
  'show must be hidden, held or unanswered.',
)

/** `by`: the reviewer. `maxRating`: the highest number of stars. `search` matches name, email, comment and answer. */
export const allReviewsQuery = z
  .strictObject({
    ...bidirectionalPage,
    ...period,
    by: id.optional(),
    search: text(SEARCH_LENGTH).optional(),
    show: reviewsFilter.optional(),
    maxRating: z.enum(['1', '2', '3', '4'], 'maxRating must be 1, 2, 3 or 4.').optional(),
  })
  .refine(...singleCursor)

export const hideRequest = z.strictObject({
  reason: requiredText(HIDE_REASON_LENGTH, 'Enter a reason.'),
})

/** The server refuses the answer if `seen` is no longer the current one. Null: there was no answer. */
export const newAnswer = z.strictObject({
  answer: requiredText(REVIEW_ANSWER_LENGTH, 'Enter an answer.'),
  seen: text(REVIEW_ANSWER_LENGTH).nullable().optional(),
})

/** The server refuses the withdrawal if `seen` is no longer the current answer. */
export const answerWithdrawal = z
  .strictObject({ seen: text(REVIEW_ANSWER_LENGTH).optional() })
  .optional()

/** `average` has one decimal; 0 if there are no reviews. */
export const shopRating = z.object({
  average: z.number(),
  count: z.int(),
  distribution: z.array(z.object({ stars: z.int(), count: z.int() })),
})

export const reviewsQuery = z.strictObject({ size: page.size, after: page.after })

/** The server ignores `name`, and uses the name of the session's user. */
export const newReview = z.strictObject({
  comment: text(REVIEW_COMMENT_LENGTH),
  ratting: z
    .int(`Give ${RATING_MINIMUM} to ${RATING_MAXIMUM} stars.`)
    .min(RATING_MINIMUM, `Give ${RATING_MINIMUM} to ${RATING_MAXIMUM} stars.`)
    .max(RATING_MAXIMUM, `Give ${RATING_MINIMUM} to ${RATING_MAXIMUM} stars.`),
  name: z.string().max(200).optional(),
})

export type Review = z.infer<typeof review>
export type ShopRating = z.infer<typeof shopRating>
export type NewReview = z.infer<typeof newReview>
export type ManagedReview = z.infer<typeof managedReview>
export type ReviewChange = z.infer<typeof reviewChange>
export type ReviewsFilter = z.infer<typeof reviewsFilter>
