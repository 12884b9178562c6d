import type { Review } from '@freehub/contract/reviews/review-schemas'
import type { Db } from '../../platform/database/connections/connect.ts'
import { isPublic, publicColumns } from './review-columns.ts'

/** Lists at most `size` public reviews, newest first. `after`: id of the last review of the page before. */
export function listReviews(db: Db, size: number, after?: string): Promise<Review[]> {
  return db
    .selectFrom('reviews')
    .select(publicColumns)
    .where(isPublic)
    .$if(after !== undefined, (query) => query.where('reviews.id', '<', after as string))
    .orderBy('reviews.id', 'desc')
    .limit(size)
    .execute()
}
