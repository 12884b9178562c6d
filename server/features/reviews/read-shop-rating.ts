import { RATING_MAXIMUM } from '@freehub/contract/constants'
import type { ShopRating } from '@freehub/contract/reviews/review-schemas'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { isPublic } from './review-columns.ts'

/** Returns average, count and distribution of the public reviews by authors with a confirmed e-mail. */
export async function readShopRating(db: Db): Promise<ShopRating> {
  const counts = await db
    .selectFrom('reviews')
    .select(['rating as stars', sql<number>`count(*)::int`.as('count')])
    .where(isPublic)
    .where(isConfirmed)
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

/**
 * Whether the author has confirmed an e-mail. True of sample reviews, which have no author. Deleted users keep
 * `email_verified`, so their reviews go on counting. The few unconfirmed users have an index (users_unconfirmed).
 */
const isConfirmed: Expression<SqlBool> = sql<SqlBool>`not exists (
  select from users where users.id = reviews.user_id and not users.email_verified)`
