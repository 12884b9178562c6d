import { isRefusal } from '@freehub/contract/refusals'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { cancelOrder } from './cancel-order.ts'

const AT_ONCE = 20

interface Deps {
  db: Db
  log: FastifyBaseLogger
  cancel: (orderId: string) => ReturnType<typeof cancelOrder>
}

/**
 * Cancels unpaid orders whose reservation has run out, and those whose cancellation was cut off
 * half-way, through the same door as everybody. Processes share the work: an order is claimed by
 * moving its next try, a little, for whoever claimed it may be killed; further when it cannot be
 * cancelled now, so that it never stands in the way of the others.
 * Answers how many it cancelled.
 */
export async function lapseOrders(deps: Deps): Promise<number> {
  let lapsed = 0
  for (const id of await claimDue(deps.db)) {
    const outcome = await lapse(deps, id)
    // Who is next would wait for the same silent provider.
    if (outcome === 'provider_unavailable') break
    if (outcome === 'lapsed') lapsed += 1
    else await waitLonger(deps.db, id)
  }
  return lapsed
}

async function claimDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update orders set lapse_again_at = now() + interval '25 seconds'
    where id in (
      select id from orders
      where paid_at is null and cancelled_at is null
        and (reserved_until < now() or cancellation_began_at < now() - interval '25 seconds')
        and (lapse_again_at is null or lapse_again_at <= now())
      order by reserved_until limit ${AT_ONCE} for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
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
