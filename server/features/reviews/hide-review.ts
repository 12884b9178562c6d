import type { Refusal } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { changeReview } from './change-review.ts'

/**
 * Hides a review from the public and the rating; a held one is no longer held. Returns how many reviews
 * it changed: 0 if it is hidden already.
 */
export function hideReview(
  db: Db,
  id: string,
  reason: string,
  byUser: string,
): Promise<number | Refusal> {
  return changeReview(db, { id, kind: 'hidden', byUser, detail: reason }, (reviews) =>
    reviews
      .set({ hidden_at: sql<Date>`now()`, hidden_by: byUser, hide_reason: reason, held_at: null })
      .where('hidden_at', 'is', null),
  )
}

/** Shows a hidden review again. Returns how many reviews it changed. */
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
