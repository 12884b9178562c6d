import type { ManagedReview, ReviewsFilter } from '@freehub/contract/reviews/review-schemas'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { type CountList, LONG_LIST } from '../../platform/database/list-counter.ts'
import { readNewestIds } from '../../platform/database/read-newest-ids.ts'
import { isCompleteList, type PageQuery } from '../../platform/http/pagination.ts'
import { readManagedReviews } from './managed-review.ts'
import { createCountQuery, createReviewSearch } from './review-search.ts'

interface Filters {
  search?: string | undefined
  show?: ReviewsFilter | undefined
  /** Id of the author. */
  by?: string | undefined
}

/** A page of reviews plus one, and the number of all matches, up to 10,000. */
interface ReviewList {
  reviews: ManagedReview[]
  count: number
}

/** Lists reviews as staff see them, newest first. */
export async function listAllReviews(
  { db, countReviews }: { db: Db; countReviews: CountList },
  { search, show, by }: Filters,
  page: PageQuery,
): Promise<ReviewList> {
  const conditions = [...(show ? [filterConditions[show]] : []), ...(by ? [isByUser(by)] : [])]
  const condition = search ? createReviewSearch(search) : undefined
  const ids = await readNewestIds(db, { table: 'reviews', conditions, search: condition, page })
  const reviews = await readManagedReviews(db, ids)
  if (isCompleteList(ids, page)) return { reviews, count: ids.length }
  const count = search
    ? await countReviews(db, createCountQuery(search, conditions))
    : await countReviews(db, selectMatching(conditions), [show, by].join(' '))
  return { reviews, count }
}

/** Same predicates as the partial indexes. A review that is not public needs no answer. */
const filterConditions: Record<ReviewsFilter, Expression<SqlBool>> = {
  hidden: sql<SqlBool>`hidden_at is not null`,
  held: sql<SqlBool>`held_at is not null and hidden_at is null`,
  unanswered: sql<SqlBool>`answered_at is null and hidden_at is null and held_at is null`,
}

const isByUser = (userId: string) => sql<SqlBool>`user_id = ${userId}`

function selectMatching(conditions: Expression<SqlBool>[]) {
  const where = sql.join([sql`true`, ...conditions], sql` and `)
  return sql`select from reviews where ${where} limit ${LONG_LIST}`
}
