import { calls } from '@freehub/contract/calls'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { isRefusal, type Refusal } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { jsonResponse, sendCachedResponse } from '../../platform/cache/cached-response.ts'
import type { Db } from '../../platform/database/connections/connect.ts'
import { createListCounter } from '../../platform/database/list-counter.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { nextPageLink, trimTwoWayPage } from '../../platform/http/pagination.ts'
import { registerCall } from '../../platform/http/route.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { principalOf } from '../identity/guards.ts'
import { addReview } from './add-review.ts'
import {
  answerReview,
  hideReview,
  releaseReview,
  showReview,
  withdrawAnswer,
} from './change-review.ts'
import { listAllReviews } from './list-all-reviews.ts'
import { listReviews, readShopRating } from './public-reviews.ts'

/** Registers the calls about reviews. */
export async function reviewRoutes(app: FastifyInstance, shop: Shop) {
  const { db, config, reads, guards, reviewsChanged, caches } = shop

  registerCall(app, guards, calls.listReviews, ({ query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, after } = query
    const list = () => reads.readExact((from) => buildListResponse(from, size, after))
    return sendCachedResponse(request, reply, caches.reviews.get(`${size} ${after ?? ''}`, list))
  })

  registerCall(app, guards, calls.readShopRating, (_, request, reply) => {
    const rating = async () => jsonResponse(await reads.readExact(readShopRating))
    return sendCachedResponse(request, reply, caches.reviews.get('rating', rating))
  })

  registerCall(app, guards, calls.addReview, async ({ body }, request) => {
    const key = readIdempotencyKey(request)
    if (isRefusal(key)) return key
    const added = await addReview({ db, config }, principalOf(request), body, key)
    if (isRefusal(added)) return added
    if (!added.repeated && !added.held) reviewsChanged()
    return { insertedId: added.id }
  })

  staffRoutes(app, shop)
}

/** Registers the calls of staff. */
function staffRoutes(app: FastifyInstance, { db, guards, reviewsChanged }: Shop) {
  const lists = { db, countReviews: createListCounter() }

  registerCall(app, guards, calls.listAllReviews, async ({ query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, after, before, last, ...filters } = query
    const page = { size, after, before, last: last === 'true' }
    const list = await listAllReviews(lists, filters, page)
    reply.header('x-total-count', String(list.count))
    return trimTwoWayPage(list.reviews, page, request, reply)
  })

  registerCall(app, guards, calls.hideReview, async ({ params, body }, request) =>
    respondModified(await hideReview(db, params.id, body.reason, principalOf(request).id)),
  )

  registerCall(app, guards, calls.showReview, async ({ params }, request) =>
    respondModified(await showReview(db, params.id, principalOf(request).id)),
  )

  registerCall(app, guards, calls.releaseReview, async ({ params }, request) =>
    respondModified(await releaseReview(db, params.id, principalOf(request).id)),
  )

  registerCall(app, guards, calls.answerReview, async ({ params, body }, request) =>
    respondModified(await answerReview(db, params.id, body.answer, principalOf(request).id)),
  )

  registerCall(app, guards, calls.withdrawAnswer, async ({ params }, request) =>
    respondModified(await withdrawAnswer(db, params.id, principalOf(request).id)),
  )

  function respondModified(count: number | Refusal) {
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
