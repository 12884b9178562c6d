import type { Review } from '@freehub/contract/reviews'
import type { Db } from '../database/connect.ts'
import { isShown, publicColumns } from './review-columns.ts'

/** So many of the reviews that are not hidden, newest first: from the newest, or after one. */
export function listReviews(db: Db, size: number, after?: string): Promise<Review[]> {
  return db
    .selectFrom('reviews')
    .select(publicColumns)
    .where(isShown)
    .$if(after !== undefined, (query) => query.where('reviews.id', '<', after as string))
    .orderBy('reviews.id', 'desc')
    .limit(size)
    .execute()
}
