import { RATING_MAXIMUM } from '@freehub/contract/constants'
import type { Review, ShopRating } from '@freehub/contract/reviews/review-schemas'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'

/** True if the user has a shipped order. For many reviews, PostgreSQL would hash all shipped orders for an `exists`. */
export const hasShippedOrder = (userId: Expression<unknown>) => sql<boolean>`coalesce((
  select true from orders where orders.user_id = ${userId}
    and orders.shipped_at is not null and orders.cancelled_at is null limit 1), false)`

const isVerifiedBuyer = hasShippedOrder(sql.ref('reviews.user_id'))

export const publicColumns = [
  'reviews.id as _id',
  'reviews.name',
  'reviews.rating as ratting',
  'reviews.comment',
  isVerifiedBuyer.as('verifiedBuyer'),
  'reviews.answer',
] as const

const isPublic: Expression<SqlBool> = sql<SqlBool>`reviews.hidden_at is null
  and reviews.held_at is null`

/** Lists at most `size` public reviews, newest first. `after` is the id of the last review on the previous page. */
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

/** Returns average, count and distribution of the public reviews by authors with a confirmed email. */
export async function readShopRating(db: Db): Promise<ShopRating> {
  const counts = await db
    .selectFrom('reviews')
    .select(['rating as stars', sql<number>`count(*)::int`.as('count')])
    .where(isPublic)
    .where(isAuthorConfirmed)
    .groupBy('rating')
    .execute()
  const count = counts.reduce((sum, row) => sum + row.count, 0)
  const total = counts.reduce((sum, row) => sum + row.stars * row.count, 0)
  return {
    average: count && Math.round((10 * total) / count) / 10,
    count,
    distribution: Array.from({ length: RATING_MAXIMUM }, (_, i) => RATING_MAXIMUM - i).map(
      (stars) => ({ stars, count: counts.find((row) => row.stars === stars)?.count ?? 0 }),
    ),
  }
}

/** True if the author has confirmed the email. Also true for sample reviews, which have no author. */
const isAuthorConfirmed: Expression<SqlBool> = sql<SqlBool>`not exists (
  select from users where users.id = reviews.user_id and not users.email_verified)`
