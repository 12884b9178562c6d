import { randomUUIDv7 } from 'node:crypto'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { NewReview } from '@freehub/contract/reviews/review-schemas'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { claimIdempotencyKey, lockUser } from '../../platform/database/claim-idempotency-key.ts'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { RefusalError, runTransaction } from '../../platform/database/run-transaction.ts'
import {
  createRateLimits,
  hashedName,
  refuseAboveLimit,
} from '../../platform/limits/rate-limits.ts'
import { reviewsHeld } from '../../platform/metrics/metrics.ts'
import type { Principal } from '../identity/guards.ts'
import { hasShippedOrder } from './public-reviews.ts'

interface Deps {
  db: Db
  config: Pick<Config, 'reviewBurstMax'>
}

interface AddedReview {
  id: string
  /** True if the Idempotency-Key was used before. Then nothing was added. */
  isRepeated: boolean
  /** True if this call added a review that is not public until staff release it. */
  isHeld: boolean
}

/**
 * Adds a review under its author's name. Authors without a shipped order may add one review in 24 hours. Their
 * reviews above the burst limit are held for staff.
 */
export async function addReview(
  { db, config }: Deps,
  author: Principal,
  { ratting, comment }: Pick<NewReview, 'ratting' | 'comment'>,
  key: string | undefined,
): Promise<AddedReview | Refusal> {
  const id = randomUUIDv7()
  const added = await runTransaction(db, async (tx) => {
    const payload = ['addReview', ratting, comment]
    const existingId = await claimIdempotencyKey(tx, { userId: author.id, key, payload }, id)
    if (existingId) return { id: existingId, isRepeated: true, isHeld: false }
    // `claimIdempotencyKey` has already locked the user's row if there is a key.
    if (key === undefined) await lockUser(tx, author.id)
    const isHeld = await insertReview(tx, author, { id, ratting, comment }, config.reviewBurstMax)
    return { id, isRepeated: false, isHeld }
  })
  if (!isRefusal(added) && added.isHeld) reviewsHeld.inc()
  return added
}

/** Writes the review. Returns whether the review is held. Throws RefusalError if the author must wait. */
async function insertReview(
  tx: Tx,
  { id: userId, name, email }: Principal,
  { id, ratting, comment }: { id: string; ratting: number; comment: string },
  burstMax: number,
): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean; hasBought: boolean }>`
    with author as (
      select ${hasShippedOrder(sql`${userId}::uuid`)} as has_bought,
        exists (select from reviews where user_id = ${userId}
          and created_at > now() - interval '24 hours') as has_reviewed
    )
    insert into reviews (id, user_id, name, rating, comment, held_at)
    select ${id}::uuid, ${userId}::uuid, ${name}, ${ratting}::smallint, ${comment},
      case when not has_bought and (${countRecentReviews(burstMax)}) >= ${burstMax}::int then now() end
    from author where has_bought or not has_reviewed
    returning held_at is not null as "isHeld", (select has_bought from author) as "hasBought"`.execute(
    tx,
  )
  if (!rows[0]) throw new RefusalError(await createWaitRefusal(tx, userId))
  if (!rows[0].hasBought) await limitByEmail(tx, email)
  return rows[0].isHeld
}

/** Throws a RefusalError for an email's second review in a day, even if the account was created again. */
async function limitByEmail(tx: Tx, email: string): Promise<void> {
  const key = `reviews|${hashedName(email)}`
  const rule = { windowSeconds: DAY_SECONDS, max: 1 }
  const refusal = await refuseAboveLimit(createRateLimits(tx), key, rule, 'reviews_too_many')
  if (refusal) throw new RefusalError(refusal)
}

const DAY_SECONDS = 24 * 3600

/** Counts the recent reviews by users without a shipped order. Takes no lock, so a burst may exceed the limit. */
function countRecentReviews(max: number) {
  return sql`select count(*) from (
    select from reviews where created_at > now() - interval '1 hour'
      and user_id is not null and not ${hasShippedOrder(sql.ref('reviews.user_id'))} limit ${max}::int) recent`
}

/** Refuses a second review within 24 hours, and states when the user may add the next one. */
async function createWaitRefusal(tx: Tx, userId: string): Promise<Refusal> {
  const { rows } = await sql<{ next: Date; seconds: number }>`
    select next, ceil(extract(epoch from next - now()))::int as seconds
    from (select max(created_at) + interval '24 hours' as next from reviews
      where user_id = ${userId}) waits`.execute(tx)
  const { next, seconds } = rows[0] as (typeof rows)[number]
  return refuse('reviews_too_many', {
    detail: `You can add one review a day until your first order is shipped: the next one from ${formatMinute(next)}.`,
    retryAfterSeconds: Math.max(1, seconds),
  })
}

/** Formats a time such as "23 November 2026, 14:05 UTC". Rounds up, so that a review at that time is accepted. */
function formatMinute(moment: Date): string {
  const minute = new Date(Math.ceil(moment.getTime() / 60_000) * 60_000)
  return `${minuteFormat.format(minute).replace(' at ', ', ')} UTC`
}

const minuteFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})
