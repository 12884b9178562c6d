import { isRefusal } from '@freehub/contract/refusals'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { cancelOrder } from '../cancel-order.ts'

/** Time limit of one run, so that other scheduled jobs are not delayed. */
const RUN_LIMIT_MS = 30_000

interface Deps {
  db: Db
  log: FastifyBaseLogger
  cancel: (orderId: string) => ReturnType<typeof cancelOrder>
}

/**
 * Cancels unpaid orders whose reservation has expired, and finishes interrupted cancellations. An
 * order is claimed by moving its next attempt 25 seconds ahead, or two minutes if it cannot be
 * cancelled now, so that several processes can share the work. The longest-waiting order is next, so
 * that a failing one does not block the others. Returns the number of cancelled orders.
 */
export async function expireOrders(deps: Deps): Promise<number> {
  let expired = 0
  const deadline = Date.now() + RUN_LIMIT_MS
  for (;;) {
    const id = Date.now() < deadline ? await claimNextOrder(deps.db) : undefined
    if (!id) return expired
    const outcome = await expireOrder(deps, id)
    // The next order would fail for the same reason.
    if (outcome === 'provider_unavailable') return expired
    if (outcome === 'expired') expired += 1
    else await postpone(deps.db, id)
  }
}

async function claimNextOrder(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update orders set retry_at = now() + interval '25 seconds'
    where id = (
      select id from orders
      where paid_at is null and cancelled_at is null
        and (reserved_until < now() or cancellation_began_at < now() - interval '25 seconds')
        and (retry_at is null or retry_at <= now())
      order by coalesce(retry_at, least(reserved_until, cancellation_began_at))
      limit 1 for update skip locked)
    returning id`.execute(db)
  return rows[0]?.id
}

async function postpone(db: Db, id: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ retry_at: sql<Date>`now() + interval '2 minutes'` })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .execute()
}

async function expireOrder({ cancel, log }: Deps, id: string) {
  try {
    const cancelled = await cancel(id)
    if (isRefusal(cancelled)) return cancelled.refused
    return cancelled.cancelled === 1 ? 'expired' : 'unchanged'
  } catch (error) {
    log.error({ err: error, order: id }, 'an expired order could not be cancelled')
    return 'failed'
  }
}
