import { type Expression, type SqlBool, sql } from 'kysely'
import { containsPattern } from '../../platform/database/like-patterns.ts'
import { LONG_LIST } from '../../platform/database/list-counter.ts'
import type { Search } from '../../platform/database/read-newest-ids.ts'
import { userSearchText } from '../../platform/database/user-search-text.ts'

/** Same expression as in the index `reviews_by_search_text`. */
const reviewText = sql`lower(
  reviews.name || ' ' || reviews.comment || ' ' || coalesce(reviews.answer, ''))`

/** Creates a search by comment, answer, author's name or author's e-mail. */
export function createReviewSearch(search: string): Search {
  const pattern = createPattern(search)
  const { byText, byAuthor } = createSearchQueries(search, [])
  return {
    matchesRow: sql<SqlBool>`(${reviewText} like ${pattern} or exists (
      select from users where users.id = user_id and users.email like ${pattern}
        and users.deleted_at is null))`,
    byIndex: sql<SqlBool>`id in (${byText} union ${byAuthor})`,
  }
}

/** Creates a query of the matching reviews, up to the counting limit. */
export function createCountQuery(search: string, conditions: Expression<SqlBool>[]) {
  const { byText, byAuthor } = createSearchQueries(search, conditions)
  const limit = sql`limit ${LONG_LIST}`
  return sql`(${byText} ${limit}) union (${byAuthor} ${limit}) ${limit}`
}

/** Creates two queries, because each can use its own index. */
function createSearchQueries(search: string, conditions: Expression<SqlBool>[]) {
  const pattern = createPattern(search)
  const matchesConditions = sql.join([sql`true`, ...conditions], sql` and `)
  return {
    byText: sql`select id from reviews where ${reviewText} like ${pattern} and ${matchesConditions}`,
    byAuthor: sql`select reviews.id from users join reviews on reviews.user_id = users.id
      where ${userSearchText} like ${pattern} and users.email like ${pattern}
        and users.deleted_at is null and ${matchesConditions}`,
  }
}

const createPattern = (search: string) => sql`lower(${containsPattern(search)})`
