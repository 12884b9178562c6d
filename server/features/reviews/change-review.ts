import { randomUUIDv7 } from 'node:crypto'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { Database } from '../../platform/database/schema.ts'

/** Hides a review from the public and the rating. Returns 0 if it is hidden already. */
export function hideReview(db: Db, id: string, reason: string, byUser: string) {
  return changeReview(db, { id, kind: 'hidden', byUser, detail: reason }, (reviews) =>
    reviews
      .set({ hidden_at: sql<Date>`now()`, hidden_by: byUser, hide_reason: reason, held_at: null })
      .where('hidden_at', 'is', null),
  )
}

export function showReview(db: Db, id: string, byUser: string): Promise<number | Refusal> {
  return changeReview(db, { id, kind: 'shown', byUser, detail: null }, (reviews) =>
    reviews
      .set({ hidden_at: null, hidden_by: null, hide_reason: null })
      .where('hidden_at', 'is not', null),
  )
}

/** Publishes a held review. Returns how many reviews it changed: 0 if it is not held, or hidden. */
export function releaseReview(db: Db, id: string, byUser: string): Promise<number | Refusal> {
  return changeReview(db, { id, kind: 'released', byUser, detail: null }, (reviews) =>
    reviews.set({ held_at: null }).where('held_at', 'is not', null).where('hidden_at', 'is', null),
  )
}

/** Sets the maker's answer to a review. Returns how many reviews it changed: 0 if the answer is the same. */
export function answerReview(db: Db, id: string, answer: string, byUser: string) {
  return changeReview(db, { id, kind: 'answered', byUser, detail: answer }, (reviews) =>
    reviews
      .set({ answer, answered_at: sql<Date>`now()`, answered_by: byUser })
      .where('answer', 'is distinct from', answer),
  )
}

export function withdrawAnswer(db: Db, id: string, byUser: string): Promise<number | Refusal> {
  return changeReview(db, { id, kind: 'answer_withdrawn', byUser, detail: null }, (reviews) =>
    reviews
      .set({ answer: null, answered_at: null, answered_by: null })
      .where('answer', 'is not', null),
  )
}

interface Change {
  id: string
  kind: Database['review_changes']['kind']
  byUser: string
  detail: string | null
}

type Update = UpdateQueryBuilder<Database, 'reviews', 'reviews', UpdateResult>

/** Changes and records. Returns 0 if the review does not meet the conditions of `update`. */
async function changeReview(
  db: Db,
  { id, kind, byUser, detail }: Change,
  update: (reviews: Update) => Update,
): Promise<number | Refusal> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await update(
      tx.updateTable('reviews').where('id', '=', id),
    ).executeTakeFirst()
    if (numUpdatedRows > 0n) {
      await tx
        .insertInto('review_changes')
        .values({ id: randomUUIDv7(), review_id: id, kind, by_user: byUser, detail })
        .execute()
      return 1
    }
    const review = await tx
      .selectFrom('reviews')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    return review ? 0 : refuse('review_missing')
  })
}
