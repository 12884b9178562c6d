import { randomUUIDv7 } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Tx } from '../database/connect.ts'

interface SampleReview {
  name: string
  ratting: number
  comment: string
}

/** Writes the sample reviews; the first of the file is the newest. */
export async function fillReviews(tx: Tx): Promise<void> {
  const file = new URL('../catalogue/reviews.json', import.meta.url)
  const reviews = JSON.parse(await readFile(file, 'utf8')) as SampleReview[]
  const ids = reviews.map(() => randomUUIDv7()).sort()
  await tx
    .insertInto('reviews')
    .values(
      reviews.map(({ name, ratting, comment }) => ({
        id: ids.pop() as string,
        name,
        rating: ratting,
        comment,
      })),
    )
    .execute()
}
