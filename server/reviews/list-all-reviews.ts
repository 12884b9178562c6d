import type { ManagedReview, ReviewsShown } from '@freehub/contract/reviews'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { containing } from '../database/containing.ts'
import { type CountList, LONG_LIST } from '../database/list-counter.ts'
import { idsNewestFirst, type Search } from '../database/newest-first.ts'
import { isWhole, type PageWanted } from '../http/paging.ts'
import { readManagedReviews } from './managed-review.ts'

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
  const conditions = [...(show ? [isOf[show]] : []), ...(by ? [sql<SqlBool>`user_id = ${by}`] : [])]
  const isFound = search ? foundBy(search) : undefined
  const ids = await idsNewestFirst(db, { table: 'reviews', conditions, search: isFound, page })
  const reviews = await readManagedReviews(db, ids)
  if (isWhole(ids, page)) return { reviews, count: ids.length }
  const wanted = [...conditions, ...(isFound ? [isFound.byIndex] : [])]
  const where = wanted.length > 0 ? sql`where ${sql.join(wanted, sql` and `)}` : sql``
  const rows = sql`select from reviews ${where} limit ${LONG_LIST}`
  const list = isFound ? undefined : [show, by].join(' ')
  return { reviews, count: await countReviews(db, rows, list) }
}

/** In the words of the indexes. What nobody sees needs no answer. */
const isOf: Record<ReviewsShown, Expression<SqlBool>> = {
  hidden: sql<SqlBool>`hidden_at is not null`,
  unanswered: sql<SqlBool>`answered_at is null and hidden_at is null`,
}

/** By what it says, by the name under it, or by the e-mail of who wrote it. */
function foundBy(search: string): Search {
  const pattern = sql`lower(${containing(search)})`
  return {
    ofRow: sql<SqlBool>`(searched like ${pattern} or exists (
      select from users where users.id = user_id and users.email like ${pattern}
        and users.deleted_at is null))`,
    byIndex: sql<SqlBool>`id in (
      select id from reviews where searched like ${pattern}
      union select reviews.id from users join reviews on reviews.user_id = users.id
      where users.searched like ${pattern} and users.email like ${pattern}
        and users.deleted_at is null)`,
  }
}
