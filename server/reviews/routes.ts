import { randomUUIDv7 } from 'node:crypto'
import { calls } from '@freehub/contract/calls'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/connect.ts'
import { type KeptAnswers, keptJson, sendKept } from '../http/kept-answers.ts'
import { nextPageLink } from '../http/paging.ts'
import { answer, type Guards } from '../http/route.ts'
import { askerOf } from '../identity/guards.ts'
import { listReviews } from './list-reviews.ts'
import { readShopRating } from './read-shop-rating.ts'

interface Deps {
  db: Db
  guards: Guards
  /** Hears that there is another review. */
  changed: () => void
  /** The rating, and lists of reviews by size and place. */
  kept: KeptAnswers
}

/** The calls about reviews. */
export async function reviewRoutes(app: FastifyInstance, { db, guards, changed, kept }: Deps) {
  answer(app, guards, calls.listReviews, ({ query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, after } = query
    const list = () => makeList(db, size, after)
    return sendKept(request, reply, kept.get(`${size} ${after ?? ''}`, list))
  })

  answer(app, guards, calls.readShopRating, (_, request, reply) => {
    const rating = async () => keptJson(await readShopRating(db))
    return sendKept(request, reply, kept.get('rating', rating))
  })

  answer(app, guards, calls.addReview, async ({ body }, request) => {
    const asker = askerOf(request)
    const id = randomUUIDv7()
    await db
      .insertInto('reviews')
      .values({
        id,
        user_id: asker.id,
        name: asker.name,
        rating: body.ratting,
        comment: body.comment,
      })
      .execute()
    changed()
    return { insertedId: id }
  })
}

async function makeList(db: Db, size: number, after?: string) {
  const reviews = await listReviews(db, size + 1, after)
  const place = after === undefined ? '' : `&after=${after}`
  const link = nextPageLink(reviews, size, `/reviews?size=${size}${place}`)
  return keptJson(reviews.slice(0, size), link ? { link } : {})
}
