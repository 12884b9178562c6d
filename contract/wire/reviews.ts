import { z } from 'zod'
import { RATING_MAXIMUM, RATING_MINIMUM } from '../constants.ts'
import { REVIEW_COMMENT_LENGTH } from '../limits.ts'
import { id, page, text } from './fields.ts'

export const review = z.object({
  _id: id,
  name: z.string(),
  ratting: z.int(),
  comment: z.string(),
})

/** What all reviews say of the shop together; `average` with one decimal, 0 where there are none. */
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
