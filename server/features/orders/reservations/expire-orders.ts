import { isRefusal } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Shop } from '../../../platform/open-platform.ts'
import type { cancelOrder } from '../cancel-order.ts'
import { awaitsConfirmation, warningSeconds } from './extend-reservation.ts'

/** Time limit of one run, so that other scheduled jobs are not delayed. */
const RUN_LIMIT_MS = 30_000

type ExpireDeps = Pick<Shop, 'db' | 'log'> & {
  cancel: (orderId: string) => ReturnType<typeof cancelOrder>
}

/**
 * Cancels expired unpaid orders, and finishes interrupted cancellations. Claiming an order postpones its next attempt.
 * So only one process handles it during a change of leader, and an order that fails does not block the others in the
 * next run. Returns how many orders it cancelled.
 */
export async function expireOrders(deps: ExpireDeps): Promise<number> {
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

async function expireOrder({ cancel, log }: ExpireDeps, id: string) {
  try {
    const cancelled = await cancel(id)
    if (isRefusal(cancelled)) return cancelled.refused
    return cancelled.cancelled === 1 ? 'expired' : 'unchanged'
  } catch (error) {
    log.error({ err: error, order: id }, 'an expired order could not be cancelled')
    return 'failed'
  }
}

const BATCH_SIZE = 20

type WarnDeps = Pick<Shop, 'db' | 'queueMail'> & { config: Pick<Config, 'reservationHours'> }

/**
 * Queues a warning mail for each order that expires soon, and again after an extension. Skips orders that await the
 * confirmation of the email. Claims each order in the transaction that queues its mail. Returns the number of claimed
 * orders.
 */
export async function warnOfExpiry(deps: WarnDeps): Promise<number> {
  let warned = 0
  for (;;) {
    const count = await warnBatch(deps)
    warned += count
    if (count < BATCH_SIZE) return warned
  }
}

async function warnBatch({ db, queueMail, config }: WarnDeps): Promise<number> {
  const seconds = warningSeconds(config.reservationHours)
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update orders set expiry_warned_at = now()
      where id in (
        select id from orders
        where paid_at is null and cancelled_at is null and expiry_warned_at is null
          and cancellation_began_at is null
          and reserved_until > now() and not ${awaitsConfirmation}
          and reserved_until < now() + make_interval(secs => ${seconds})
        order by reserved_until limit ${BATCH_SIZE} for update skip locked)
      returning id`.execute(tx)
    for (const { id } of rows) await queueMail(tx, { kind: 'order-lapsing', orderId: id })
    return rows.length
  })
}
