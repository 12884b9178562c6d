import { type Expression, type SqlBool, sql } from 'kysely'
import { containing } from '../../platform/database/containing.ts'
import { LONG_LIST } from '../../platform/database/list-counter.ts'
import type { Search } from '../../platform/database/newest-first.ts'
import { saidOfUser } from '../../platform/database/said-of-user.ts'

/** Word for word what the index `reviews_searched` is of. */
const saidByReview = sql`lower(
  reviews.name || ' ' || reviews.comment || ' ' || coalesce(reviews.answer, ''))`

/** A review is found by what it says, by the name under it, or by the e-mail of who wrote it. */
export function foundBy(search: string): Search {
  const pattern = patternOf(search)
  const { said, written } = found(search, [])
  return {
    ofRow: sql<SqlBool>`(${saidByReview} like ${pattern} or exists (
      select from users where users.id = user_id and users.email like ${pattern}
        and users.deleted_at is null))`,
    byIndex: sql<SqlBool>`id in (${said} union ${written})`,
  }
}

/** The reviews that a search and conditions leave, as far as they are counted. */
export function countable(search: string, conditions: Expression<SqlBool>[]) {
  const { said, written } = found(search, conditions)
  const most = sql`limit ${LONG_LIST}`
  return sql`(${said} ${most}) union (${written} ${most}) ${most}`
}

/** Each by an index of its own. */
function found(search: string, conditions: Expression<SqlBool>[]) {
  const pattern = patternOf(search)
  const meets = sql.join([sql`true`, ...conditions], sql` and `)
  return {
    said: sql`select id from reviews where ${saidByReview} like ${pattern} and ${meets}`,
    written: sql`select reviews.id from users join reviews on reviews.user_id = users.id
      where ${saidOfUser} like ${pattern} and users.email like ${pattern}
        and users.deleted_at is null and ${meets}`,
  }
}

const patternOf = (search: string) => sql`lower(${containing(search)})`
