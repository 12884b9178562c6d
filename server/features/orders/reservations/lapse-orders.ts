import { isRefusal } from '@freehub/contract/refusals'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { cancelOrder } from '../cancel-order.ts'

/** A round lapses one after the other, but leaves the shop's other work waiting no longer than this. */
const ROUND_MS = 30_000

interface Deps {
  db: Db
  log: FastifyBaseLogger
  cancel: (orderId: string) => ReturnType<typeof cancelOrder>
}

/**
 * Cancels unpaid orders whose reservation has run out, and those whose cancellation was cut off
 * half-way, through the same door as everybody. Processes share the work: an order is claimed by
 * moving its next try, a little, for whoever claimed it may be killed; further when it cannot be
 * cancelled now. Who has waited longest for his try is next, so that none stands in the way of the
 * others, not even one about which the provider never answers. Answers how many it cancelled.
 */
export async function lapseOrders(deps: Deps): Promise<number> {
  let lapsed = 0
  const deadline = Date.now() + ROUND_MS
  for (;;) {
    const id = Date.now() < deadline ? await claimNext(deps.db) : undefined
    if (!id) return lapsed
    const outcome = await lapse(deps, id)
    // Who is next would wait for the same silent provider.
    if (outcome === 'provider_unavailable') return lapsed
    if (outcome === 'lapsed') lapsed += 1
    else await waitLonger(deps.db, id)
  }
}

async function claimNext(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update orders set lapse_again_at = now() + interval '25 seconds'
    where id = (
      select id from orders
      where paid_at is null and cancelled_at is null
        and (reserved_until < now() or cancellation_began_at < now() - interval '25 seconds')
        and (lapse_again_at is null or lapse_again_at <= now())
      order by coalesce(lapse_again_at, least(reserved_until, cancellation_began_at))
      limit 1 for update skip locked)
    returning id`.execute(db)
  return rows[0]?.id
}

async function waitLonger(db: Db, id: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ lapse_again_at: sql<Date>`now() + interval '2 minutes'` })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .execute()
}

async function lapse({ cancel, log }: Deps, id: string) {
  try {
    const cancelled = await cancel(id)
    if (isRefusal(cancelled)) return cancelled.refused
    return cancelled.cancelled === 1 ? 'lapsed' : 'gone'
  } catch (error) {
    log.error({ err: error, order: id }, 'a reservation that has run out could not be lapsed')
    return 'failed'
  }
}
