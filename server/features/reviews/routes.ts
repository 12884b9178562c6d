import { calls } from '@freehub/contract/calls'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { isRefusal, type Refusal } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { type KeptAnswers, keptJson, sendKept } from '../../platform/cache/kept-answers.ts'
import type { Db } from '../../platform/database/connections/connect.ts'
import { listCounter } from '../../platform/database/list-counter.ts'
import type { CatalogueReads } from '../../platform/database/replica/catalogue-reads.ts'
import { idempotencyKey } from '../../platform/http/idempotency-key.ts'
import { cutPageOfTwoWays, nextPageLink } from '../../platform/http/paging.ts'
import { answer, type Guards } from '../../platform/http/route.ts'
import { askerOf } from '../identity/guards.ts'
import { addReview } from './add-review.ts'
import { answerReview, withdrawAnswer } from './answer-review.ts'
import { hideReview, releaseReview, showReview } from './hide-review.ts'
import { listAllReviews } from './list-all-reviews.ts'
import { listReviews } from './list-reviews.ts'
import { readShopRating } from './read-shop-rating.ts'

interface Deps {
  db: Db
  config: Pick<Config, 'reviewBurstMax'>
  reads: CatalogueReads
  guards: Guards
  /** Hears that there is another review, or that one has changed. */
  changed: () => void
  /** The rating, and lists of reviews by size and place. */
  kept: KeptAnswers
}

/** The calls about reviews. */
export async function reviewRoutes(app: FastifyInstance, deps: Deps) {
  const { db, config, reads, guards, changed, kept } = deps

  answer(app, guards, calls.listReviews, ({ query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, after } = query
    const list = () => reads.readExact((from) => makeList(from, size, after))
    return sendKept(request, reply, kept.get(`${size} ${after ?? ''}`, list))
  })

  answer(app, guards, calls.readShopRating, (_, request, reply) => {
    const rating = async () => keptJson(await reads.readExact(readShopRating))
    return sendKept(request, reply, kept.get('rating', rating))
  })

  answer(app, guards, calls.addReview, async ({ body }, request) => {
    const key = idempotencyKey(request)
    if (isRefusal(key)) return key
    const added = await addReview({ db, config }, askerOf(request), body, key)
    if (isRefusal(added)) return added
    if (!added.repeated && !added.held) changed()
    return { insertedId: added.id }
  })

  staffRoutes(app, deps)
}

/** What staff do about reviews. */
function staffRoutes(app: FastifyInstance, { db, guards, changed }: Deps) {
  const lists = { db, countReviews: listCounter() }

  answer(app, guards, calls.listAllReviews, async ({ query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, after, before, last, ...filters } = query
    const page = { size, after, before, last: last === 'true' }
    const list = await listAllReviews(lists, filters, page)
    reply.header('x-total-count', String(list.count))
    return cutPageOfTwoWays(list.reviews, page, request, reply)
  })

  answer(app, guards, calls.hideReview, async ({ params, body }, request) =>
    told(await hideReview(db, params.id, body.reason, askerOf(request).id)),
  )

  answer(app, guards, calls.showReview, async ({ params }, request) =>
    told(await showReview(db, params.id, askerOf(request).id)),
  )

  answer(app, guards, calls.releaseReview, async ({ params }, request) =>
    told(await releaseReview(db, params.id, askerOf(request).id)),
  )

  answer(app, guards, calls.answerReview, async ({ params, body }, request) =>
    told(await answerReview(db, params.id, body.answer, askerOf(request).id)),
  )

  answer(app, guards, calls.withdrawAnswer, async ({ params }, request) =>
    told(await withdrawAnswer(db, params.id, askerOf(request).id)),
  )

  function told(count: number | Refusal) {
    if (isRefusal(count)) return count
    if (count > 0) changed()
    return { modifiedCount: count }
  }
}

async function makeList(db: Db, size: number, after?: string) {
  const reviews = await listReviews(db, size + 1, after)
  const place = after === undefined ? '' : `&after=${after}`
  const link = nextPageLink(reviews, size, `/reviews?size=${size}${place}`)
  return keptJson(reviews.slice(0, size), link ? { link } : {})
}
