import { randomUUIDv7 } from 'node:crypto'
import { refuse } from '@freehub/contract/refusals'
import type { ReviewChange } from '@freehub/contract/reviews/review-schemas'
import { sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { Database } from '../../platform/database/schema.ts'

export interface NewReviewChange {
  id: string
  kind: ReviewChange['kind']
  byUser: string
  /** The reason for hiding the review, or the answer. */
  detail?: string
  /** The answer that the admin saw before the change. Undefined: the change applies to any answer. */
  seenAnswer?: string | null | undefined
}

/**
 * Changes a review and records the change. Returns 1, or 0 if the review already has this state. Refuses to replace or
 * withdraw an answer that is no longer the seen one.
 */
export async function changeReview(db: Db, change: NewReviewChange) {
  const { id, kind, byUser, detail = '', seenAnswer } = change
  return db.transaction().execute(async (tx) => {
    const reviews = tx
      .updateTable('reviews')
      .where('id', '=', id)
      .$if(seenAnswer !== undefined, (query) =>
        query.where('answer', 'is not distinct from', seenAnswer as string | null),
      )
    const { numUpdatedRows } = await updates[kind](reviews, byUser, detail).executeTakeFirst()
    if (numUpdatedRows > 0n) {
      const change = { id: randomUUIDv7(), review_id: id, kind, by_user: byUser }
      await tx
        .insertInto('review_changes')
        .values({ ...change, detail: detail || null })
        .execute()
      return 1
    }
    const review = await tx
      .selectFrom('reviews')
      .select('answer')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!review) return refuse('review_missing')
    const isOfAnswer = kind === 'answered' || kind === 'answer_withdrawn'
    return isOfAnswer && review.answer !== (detail || null) ? refuse('answer_changed') : 0
  })
}

type Update = UpdateQueryBuilder<Database, 'reviews', 'reviews', UpdateResult>
type Apply = (reviews: Update, byUser: string, detail: string) => Update

const now = sql<Date>`now()`

const updates: Record<ReviewChange['kind'], Apply> = {
  // A hidden review is no longer held.
  hidden: (reviews, byUser, reason) =>
    reviews
      .set({ hidden_at: now, hidden_by: byUser, hide_reason: reason, held_at: null })
      .where('hidden_at', 'is', null),
  shown: (reviews) =>
    reviews
      .set({ hidden_at: null, hidden_by: null, hide_reason: null })
      .where('hidden_at', 'is not', null),
  released: (reviews) =>
    reviews.set({ held_at: null }).where('held_at', 'is not', null).where('hidden_at', 'is', null),
  answered: (reviews, byUser, answer) =>
    reviews
      .set({ answer, answered_at: now, answered_by: byUser })
      .where('answer', 'is distinct from', answer),
  answer_withdrawn: (reviews) =>
    reviews
      .set({ answer: null, answered_at: null, answered_by: null })
      .where('answer', 'is not', null),
}
