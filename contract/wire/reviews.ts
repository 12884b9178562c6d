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
