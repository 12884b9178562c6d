import type { ManagedReview, ReviewsShown } from '@freehub/contract/reviews/reviews'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { type CountList, LONG_LIST } from '../../platform/database/list-counter.ts'
import { idsNewestFirst } from '../../platform/database/newest-first.ts'
import { isWhole, type PageWanted } from '../../platform/http/paging.ts'
import { readManagedReviews } from './managed-review.ts'
import { countable, foundBy } from './review-search.ts'

interface Filters {
  search?: string | undefined
  show?: ReviewsShown | undefined
  /** A user's id. */
  by?: string | undefined
}

/** A page of the reviews that a filter leaves and one more, and how many it leaves, up to 10,000. */
interface ReviewList {
  reviews: ManagedReview[]
  count: number
}

/** All reviews as staff see them, newest first. */
export async function listAllReviews(
  { db, countReviews }: { db: Db; countReviews: CountList },
  { search, show, by }: Filters,
  page: PageWanted,
): Promise<ReviewList> {
  const conditions = [...(show ? [isOf[show]] : []), ...(by ? [isBy(by)] : [])]
  const isFound = search ? foundBy(search) : undefined
  const ids = await idsNewestFirst(db, { table: 'reviews', conditions, search: isFound, page })
  const reviews = await readManagedReviews(db, ids)
  if (isWhole(ids, page)) return { reviews, count: ids.length }
  const count = search
    ? await countReviews(db, countable(search, conditions))
    : await countReviews(db, all(conditions), [show, by].join(' '))
  return { reviews, count }
}

/** Matches the predicates of the indexes. A review that is not public needs no answer. */
const isOf: Record<ReviewsShown, Expression<SqlBool>> = {
  hidden: sql<SqlBool>`hidden_at is not null`,
  held: sql<SqlBool>`held_at is not null and hidden_at is null`,
  unanswered: sql<SqlBool>`answered_at is null and hidden_at is null and held_at is null`,
}

const isBy = (userId: string) => sql<SqlBool>`user_id = ${userId}`

function all(conditions: Expression<SqlBool>[]) {
  const where = sql.join([sql`true`, ...conditions], sql` and `)
  return sql`select from reviews where ${where} limit ${LONG_LIST}`
}
