import type { z } from 'zod'
import type * as schemas from './review-schemas.ts'

export type Review = z.infer<typeof schemas.review>
export type ShopRating = z.infer<typeof schemas.shopRating>
export type NewReview = z.infer<typeof schemas.newReview>
export type ManagedReview = z.infer<typeof schemas.managedReview>
export type ReviewChange = z.infer<typeof schemas.reviewChange>
export type ReviewsFilter = z.infer<typeof schemas.reviewsFilter>
