import type {
  ManagedReview,
  ReviewChange,
  ReviewsFilter,
} from '@freehub/contract/reviews/review-schemas'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { inPeriod, type Period } from '../../platform/database/in-period.ts'
import { containsFolded, containsPattern } from '../../platform/database/like-patterns.ts'
import { type CountList, LONG_LIST_ROWS } from '../../platform/database/list-counter.ts'
import { readNewestIds, type Search } from '../../platform/database/read-newest-ids.ts'
import { userSearchText } from '../../platform/database/user-search-text.ts'
import { isCompleteList, type ListPage, type PageQuery } from '../../platform/http/pagination.ts'
import { publicColumns } from './public-reviews.ts'

interface Filters extends Period {
  search?: string | undefined
  show?: ReviewsFilter | undefined
  maxRating?: string | undefined
  /** Id of the author. */
  by?: string | undefined
}

/** Returns a page of reviews, with a further review if there is one. Counts all matches, up to 10,000. */
export async function listAllReviews(
  { db, countReviews }: { db: Db; countReviews: CountList },
  { search, show, maxRating, by, from, until }: Filters,
  page: PageQuery,
): Promise<ListPage<ManagedReview>> {
  const conditions = [
    ...(show ? [filterConditions[show]] : []),
    ...(maxRating ? [sql<SqlBool>`rating <= ${maxRating}`] : []),
    ...(by ? [isByAuthor(by)] : []),
    ...inPeriod({ from, until }, { time: 'reviews.created_at', id: 'reviews.id' }),
  ]
  const reviewSearch = search ? createReviewSearch(search) : undefined
  const ids = await readNewestIds(db, { table: 'reviews', conditions, search: reviewSearch, page })
  const rows = await readManagedReviews(db, ids)
  if (isCompleteList(ids, page)) return { rows, count: ids.length }
  const count = search
    ? await countReviews(db, createCountQuery(search, conditions))
    : await countReviews(
        db,
        selectRowsToCount(conditions),
        [show, maxRating, by, from, until].join(' '),
      )
  return { rows, count }
}

/** Each condition implies the predicate of a partial index. Hidden and held reviews need no answer. */
const filterConditions: Record<ReviewsFilter, Expression<SqlBool>> = {
  hidden: sql<SqlBool>`hidden_at is not null`,
  held: sql<SqlBool>`held_at is not null and hidden_at is null`,
  unanswered: sql<SqlBool>`answered_at is null and hidden_at is null and held_at is null`,
}

const isByAuthor = (userId: string) => sql<SqlBool>`user_id = ${userId}`

/** Selects matching reviews without columns, for a count. Stops at `LONG_LIST_ROWS`. */
function selectRowsToCount(conditions: Expression<SqlBool>[]) {
  const where = sql.join([sql`true`, ...conditions], sql` and `)
  return sql`select from reviews where ${where} limit ${LONG_LIST_ROWS}`
}

async function readManagedReviews(db: Db, ids: string[]): Promise<ManagedReview[]> {
  if (ids.length === 0) return []
  const rows = await selectManagedReviews(db).where('reviews.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row._id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toManagedReview)
}

function selectManagedReviews(db: Db) {
  return db
    .selectFrom('reviews')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'reviews.user_id').on('users.deleted_at', 'is', null),
    )
    .leftJoin('users as hiding_admin', 'hiding_admin.id', 'reviews.hidden_by')
    .select(publicColumns)
    .select(['users.email', 'reviews.created_at', 'reviews.answered_at'])
    .select(['reviews.hidden_at', 'reviews.hide_reason', 'hiding_admin.email as hidden_by'])
    .select(sql<boolean>`held_at is not null and hidden_at is null`.as('held'))
    .select(changes.as('changes'))
}

const changes = sql<ReviewChange[]>`coalesce((
  select json_agg(json_build_object('kind', kind, 'by', by.email, 'at', at, 'detail', detail)
    order by done.id desc)
  from review_changes done join users by on by.id = by_user where review_id = reviews.id), '[]')`

type Row = Awaited<ReturnType<ReturnType<typeof selectManagedReviews>['execute']>>[number]

function toManagedReview(row: Row): ManagedReview {
  const { created_at, answered_at, hidden_at, hidden_by, hide_reason, ...review } = row
  return {
    ...review,
    at: created_at.toISOString(),
    answeredAt: answered_at?.toISOString() ?? null,
    hidden: hidden_at && {
      reason: hide_reason ?? '',
      by: hidden_by ?? '',
      at: hidden_at.toISOString(),
    },
    changes: row.changes.map((change) => ({ ...change, at: new Date(change.at).toISOString() })),
  }
}

/** The text in which reviews are searched. It must equal the expression of the index `reviews_by_search_text`. */
const reviewText = sql`lower(
  reviews.name || ' ' || reviews.comment || ' ' || coalesce(reviews.answer, ''))`

function createReviewSearch(search: string): Search {
  const pattern = createPattern(search)
  const { byText, byAuthor } = createSearchQueries(search, [])
  return {
    matchesRow: sql<SqlBool>`(${reviewText} like ${pattern} or exists (
      select from users where users.id = user_id and users.email like ${pattern}
        and users.deleted_at is null))`,
    byIndex: sql<SqlBool>`id in (${byText} union ${byAuthor})`,
  }
}

function createCountQuery(search: string, conditions: Expression<SqlBool>[]) {
  const { byText, byAuthor } = createSearchQueries(search, conditions)
  const limit = sql`limit ${LONG_LIST_ROWS}`
  return sql`(${byText} ${limit}) union (${byAuthor} ${limit}) ${limit}`
}

/** Creates one query for texts and one for authors, because each can use its own index. */
function createSearchQueries(search: string, conditions: Expression<SqlBool>[]) {
  const pattern = createPattern(search)
  // `userSearchText` has an index, but also contains names. The condition on the email excludes matches in names.
  const matchesConditions = sql.join([sql`true`, ...conditions], sql` and `)
  return {
    byText: sql`select id from reviews where ${reviewText} like ${pattern} and ${matchesConditions}`,
    byAuthor: sql`select reviews.id from users join reviews on reviews.user_id = users.id
      where ${userSearchText} like ${containsFolded(search)} and users.email like ${pattern}
        and users.deleted_at is null and ${matchesConditions}`,
  }
}

const createPattern = (search: string) => sql`lower(${containsPattern(search)})`
