import type { Refusal } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { changeReview } from './change-review.ts'

/** Sets the maker's answer to a review. Returns how many reviews it changed: 0 if the answer is the same. */
export function answerReview(
  db: Db,
  id: string,
  answer: string,
  byUser: string,
): Promise<number | Refusal> {
  return changeReview(db, { id, kind: 'answered', byUser, detail: answer }, (reviews) =>
    reviews
      .set({ answer, answered_at: sql<Date>`now()`, answered_by: byUser })
      .where('answer', 'is distinct from', answer),
  )
}

/** Removes the maker's answer. Returns how many reviews it changed. */
export function withdrawAnswer(db: Db, id: string, byUser: string): Promise<number | Refusal> {
  return changeReview(db, { id, kind: 'answer_withdrawn', byUser, detail: null }, (reviews) =>
    reviews
      .set({ answer: null, answered_at: null, answered_by: null })
      .where('answer', 'is not', null),
  )
}
