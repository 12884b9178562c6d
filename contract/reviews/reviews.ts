import type { z } from 'zod'
import type * as wire from './review-schemas.ts'

export type Review = z.infer<typeof wire.review>
export type ShopRating = z.infer<typeof wire.shopRating>
export type NewReview = z.infer<typeof wire.newReview>
export type ManagedReview = z.infer<typeof wire.managedReview>
export type ReviewChange = z.infer<typeof wire.reviewChange>
export type ReviewsShown = z.infer<typeof wire.reviewsShown>
