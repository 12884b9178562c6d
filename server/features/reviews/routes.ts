import { calls } from '@freehub/contract/calls'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { isRefusal } from '@freehub/contract/refusals'
import type { ReviewChange } from '@freehub/contract/reviews/review-schemas'
import type { FastifyInstance } from 'fastify'
import { jsonResponse, sendCachedResponse } from '../../platform/cache/cached-response.ts'
import { sendCachedJson } from '../../platform/cache/response-cache.ts'
import type { Db } from '../../platform/database/connections/connect.ts'
import { createListCounter } from '../../platform/database/list-counter.ts'
import { nextPageLink, toPageQuery, withPageHeaders } from '../../platform/http/pagination.ts'
import { createCallRegistrar } from '../../platform/http/route.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { addReview } from './add-review.ts'
import { changeReview } from './change-review.ts'
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

  register(calls.hideReview, ({ params, body, principal }) =>
    change(params.id, 'hidden', principal.id, body.reason),
  )
  register(calls.showReview, ({ params, principal }) => change(params.id, 'shown', principal.id))
  register(calls.releaseReview, ({ params, principal }) =>
    change(params.id, 'released', principal.id),
  )
  register(calls.answerReview, ({ params, body, principal }) =>
    change(params.id, 'answered', principal.id, body.answer, body.seen),
  )
  register(calls.withdrawAnswer, ({ params, principal }) =>
    change(params.id, 'answer_withdrawn', principal.id),
  )

  async function change(
    id: string,
    kind: ReviewChange['kind'],
    byUser: string,
    detail?: string,
    seenAnswer?: string | null,
  ) {
    const count = await changeReview(db, {
      ...{ id, kind, byUser },
      ...(detail && { detail }),
      ...(seenAnswer !== undefined && { seenAnswer }),
    })
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
