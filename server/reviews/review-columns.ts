import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * Bought, and it was sent: whoever wrote it has an order that was shipped to him. Not by `exists`, for
 * which all orders of the shop would be gathered as soon as the reviews are many.
 */
const verifiedBuyer = sql<boolean>`coalesce((
  select true from orders where orders.user_id = reviews.user_id
    and orders.shipped_at is not null and orders.cancelled_at is null limit 1), false)`

/** What everybody may read of a review. */
export const publicColumns = [
  'reviews.id as _id',
  'reviews.name',
  'reviews.rating as ratting',
  'reviews.comment',
  verifiedBuyer.as('verifiedBuyer'),
  'reviews.answer',
] as const

/** It counts, and everybody reads it. */
export const isShown: Expression<SqlBool> = sql<SqlBool>`reviews.hidden_at is null`
