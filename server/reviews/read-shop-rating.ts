import { RATING_MAXIMUM } from '@freehub/contract/constants'
import type { ShopRating } from '@freehub/contract/reviews'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { isShown } from './review-columns.ts'

/** What all reviews that are not hidden say together, however many there are. */
export async function readShopRating(db: Db): Promise<ShopRating> {
  const given = await db
    .selectFrom('reviews')
    .select(['rating as stars', sql<number>`count(*)::int`.as('count')])
    .where(isShown)
    .groupBy('rating')
    .execute()
  const count = given.reduce((sum, row) => sum + row.count, 0)
  const total = given.reduce((sum, row) => sum + row.stars * row.count, 0)
  return {
    average: count && Math.round((10 * total) / count) / 10,
    count,
    distribution: Array.from({ length: RATING_MAXIMUM }, (_, i) => RATING_MAXIMUM - i).map(
      (stars) => ({ stars, count: given.find((row) => row.stars === stars)?.count ?? 0 }),
    ),
  }
}
