import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * Whether this user has a shipped order. Not `exists`: for many rows PostgreSQL would then read all shipped
 * orders of the shop.
 */
export const hasShippedOrder = (userId: Expression<unknown>) => sql<boolean>`coalesce((
  select true from orders where orders.user_id = ${userId}
    and orders.shipped_at is not null and orders.cancelled_at is null limit 1), false)`

const isVerifiedBuyer = hasShippedOrder(sql.ref('reviews.user_id'))

/** The public columns of a review. */
export const publicColumns = [
  'reviews.id as _id',
  'reviews.name',
  'reviews.rating as ratting',
  'reviews.comment',
  isVerifiedBuyer.as('verifiedBuyer'),
  'reviews.answer',
] as const

/** Whether a review is public: neither hidden nor held. */
export const isPublic: Expression<SqlBool> = sql<SqlBool>`reviews.hidden_at is null
  and reviews.held_at is null`
