import { calls } from '@freehub/contract/calls'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { isRefusal } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { jsonResponse, sendCachedResponse } from '../../platform/cache/cached-response.ts'
import { sendCachedJson } from '../../platform/cache/response-cache.ts'
import type { Db } from '../../platform/database/connections/connect.ts'
import { createListCounter } from '../../platform/database/list-counter.ts'
import { nextPageLink, toPageQuery, withPageHeaders } from '../../platform/http/pagination.ts'
import { createCallRegistrar } from '../../platform/http/route.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { addReview } from './add-review.ts'
import { changeReview, type NewReviewChange } from './change-review.ts'
import { listAllReviews } from './list-all-reviews.ts'
import { listReviews, readShopRating } from './public-reviews.ts'

export async function reviewRoutes(app: FastifyInstance, shop: Shop) {
  const { db, config, reads, guards, reviewsChanged, caches } = shop

  const register = createCallRegistrar(app, guards)

  register(calls.listReviews, ({ query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, after } = query
    const list = () => reads.readExact((from) => buildListResponse(from, size, after))
    return sendCachedResponse(request, reply, caches.reviews.get(`${size} ${after ?? ''}`, list))
  })

  register(calls.readShopRating, (_, request, reply) =>
    sendCachedJson(request, reply, caches.reviews, 'rating', () => reads.readExact(readShopRating)),
  )

  register(calls.addReview, async ({ body, key, principal }) => {
    const added = await addReview({ db, config }, principal, body, key)
    if (isRefusal(added)) return added
    if (!added.isRepeated && !added.isHeld) reviewsChanged()
    return { insertedId: added.id }
  })

  const lists = { db, countReviews: createListCounter() }

  register(calls.listAllReviews, async ({ query }, request, reply) => {
    const page = toPageQuery(query)
    return withPageHeaders(await listAllReviews(lists, query, page), page, request, reply)
  })

  register(calls.hideReview, ({ params: { id }, body, principal }) =>
    change({ id, kind: 'hidden', byUser: principal.id, detail: body.reason }),
  )
  register(calls.showReview, ({ params: { id }, principal }) =>
    change({ id, kind: 'shown', byUser: principal.id }),
  )
  register(calls.releaseReview, ({ params: { id }, principal }) =>
    change({ id, kind: 'released', byUser: principal.id }),
  )
  register(calls.answerReview, ({ params: { id }, body, principal }) =>
    change({
      id,
      kind: 'answered',
      byUser: principal.id,
      detail: body.answer,
      seenAnswer: body.seen,
    }),
  )
  register(calls.withdrawAnswer, ({ params: { id }, body, principal }) =>
    change({ id, kind: 'answer_withdrawn', byUser: principal.id, seenAnswer: body?.seen }),
  )

  async function change(reviewChange: NewReviewChange) {
    const count = await changeReview(db, reviewChange)
    if (isRefusal(count)) return count
    if (count > 0) reviewsChanged()
    return { modifiedCount: count }
  }
}

async function buildListResponse(db: Db, size: number, after?: string) {
  const reviews = await listReviews(db, size + 1, after)
  const afterQuery = after === undefined ? '' : `&after=${after}`
  const link = nextPageLink(reviews, size, `/reviews?size=${size}${afterQuery}`)
  return jsonResponse(reviews.slice(0, size), link ? { link } : {})
}
