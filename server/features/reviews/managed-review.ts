import type { ManagedReview, ReviewChange } from '@freehub/contract/reviews/review-schemas'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { publicColumns } from './review-columns.ts'

/** Reads reviews as staff see them, with their changes, in the order of these ids. */
export async function readManagedReviews(db: Db, ids: string[]): Promise<ManagedReview[]> {
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
    .leftJoin('users as hider', 'hider.id', 'reviews.hidden_by')
    .select(publicColumns)
    .select(['users.email', 'reviews.created_at', 'reviews.answered_at'])
    .select(['reviews.hidden_at', 'reviews.hide_reason', 'hider.email as hidden_by'])
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
