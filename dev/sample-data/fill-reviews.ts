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

/** Writes the sample reviews; the first of the file is the newest. An admin, if there is one, has answered some. */
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
  for (const review of reviews) await write(tx, ids.pop() as string, review, admin[0]?.id)
}

async function write(
  tx: Tx,
  id: string,
  { name, ratting, comment, answer }: SampleReview,
  adminId: string | undefined,
): Promise<void> {
  const answered =
    answer && adminId ? { answer, answered_by: adminId, answered_at: sql<Date>`now()` } : {}
  await tx
    .insertInto('reviews')
    .values({ id, name, rating: ratting, comment, ...answered })
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
