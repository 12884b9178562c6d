import { randomUUIDv7 } from 'node:crypto'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { UpdateQueryBuilder, UpdateResult } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { Database } from '../../platform/database/schema.ts'

interface Change {
  id: string
  kind: Database['review_changes']['kind']
  byUser: string
  detail: string | null
}

type Update = UpdateQueryBuilder<Database, 'reviews', 'reviews', UpdateResult>

/**
 * Changes a review and records the change. `update` sets columns and adds conditions. Returns 0 if the
 * review does not meet them.
 */
export async function changeReview(
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
