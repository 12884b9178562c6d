import { randomUUIDv7 } from 'node:crypto'
import type { Refusal } from '@freehub/contract/refusals'
import type { NewReview } from '@freehub/contract/reviews'
import { claimKey } from '../database/claim-key.ts'
import type { Db } from '../database/connect.ts'
import { writeOrRefuse } from '../database/refused.ts'
import type { Asker } from '../identity/guards.ts'

/** Adds a review under its writer's name. Answers its id, of a repeated key that of the one added under it. */
export async function addReview(
  db: Db,
  { id: userId, name }: Asker,
  { ratting, comment }: Pick<NewReview, 'ratting' | 'comment'>,
  key: string | undefined,
): Promise<{ id: string; repeated: boolean } | Refusal> {
  const id = randomUUIDv7()
  return writeOrRefuse(db, async (tx) => {
    const first = await claimKey(tx, { userId, key, said: ['addReview', ratting, comment] }, id)
    if (first) return { id: first, repeated: true }
    await tx
      .insertInto('reviews')
      .values({ id, user_id: userId, name, rating: ratting, comment })
      .execute()
    return { id, repeated: false }
  })
}
