import type { Refusal } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { changeReview } from './change-review.ts'

/**
 * Hides a review from everybody but the staff, and from what is counted. Answers how many it
 * changed: 0 when it is hidden already, for whatever reason.
 */
export function hideReview(
  db: Db,
  id: string,
  reason: string,
  byUser: string,
): Promise<number | Refusal> {
  return changeReview(db, { id, kind: 'hidden', byUser, detail: reason }, (reviews) =>
    reviews
      .set({ hidden_at: sql<Date>`now()`, hidden_by: byUser, hide_reason: reason })
      .where('hidden_at', 'is', null),
  )
}

/** Shows a hidden review again. Answers how many it changed. */
export function showReview(db: Db, id: string, byUser: string): Promise<number | Refusal> {
  return changeReview(db, { id, kind: 'shown', byUser, detail: null }, (reviews) =>
    reviews
      .set({ hidden_at: null, hidden_by: null, hide_reason: null })
      .where('hidden_at', 'is not', null),
  )
}
