import { randomUUIDv7 } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Tx } from '../../server/platform/database/connections/connect.ts'

interface SampleReview {
  name: string
  ratting: number
  comment: string
  answer?: string
}

/**
 * Inserts the sample reviews; the first in the file is the newest. Answers are added if an admin
 * exists.
 */
export async function fillReviews(tx: Tx): Promise<void> {
  const file = new URL('./catalogue/reviews.json', import.meta.url)
  const reviews = JSON.parse(await readFile(file, 'utf8')) as SampleReview[]
  const admin = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .execute()
  const ids = reviews.map(() => randomUUIDv7()).sort()
  for (const review of reviews) await insertReview(tx, ids.pop() as string, review, admin[0]?.id)
}

async function insertReview(
  tx: Tx,
  id: string,
  { name, ratting, comment, answer }: SampleReview,
  adminId: string | undefined,
): Promise<void> {
  const answerColumns =
    answer && adminId ? { answer, answered_by: adminId, answered_at: sql<Date>`now()` } : {}
  await tx
    .insertInto('reviews')
    .values({ id, name, rating: ratting, comment, ...answerColumns })
    .execute()
  if (!answer || !adminId) return
  await tx
    .insertInto('review_changes')
    .values({
      id: randomUUIDv7(),
      review_id: id,
      kind: 'answered',
      by_user: adminId,
      detail: answer,
    })
    .execute()
}
