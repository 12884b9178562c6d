import { randomUUIDv7 } from 'node:crypto'
import { calls } from '@freehub/contract/calls'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import type { Review } from '@freehub/contract/reviews'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/connect.ts'
import { cutPage } from '../http/paging.ts'
import { answer, type Guards } from '../http/route.ts'
import { askerOf } from '../identity/guards.ts'

/** The calls about reviews. `changed` hears that the list has another first page. */
export async function reviewRoutes(
  app: FastifyInstance,
  { db, guards, changed }: { db: Db; guards: Guards; changed: () => void },
) {
  answer(app, guards, calls.listReviews, async ({ query }, request, reply) => {
    const size = query.size ?? LIST_SIZE_MAXIMUM
    return cutPage(await listReviews(db, size + 1, query.after), size, request, reply)
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

function listReviews(db: Db, size: number, after?: string): Promise<Review[]> {
  return db
    .selectFrom('reviews')
    .select(['id as _id', 'name', 'rating as ratting', 'comment'])
    .$if(after !== undefined, (query) => query.where('id', '<', after as string))
    .orderBy('id', 'desc')
    .limit(size)
    .execute()
}
