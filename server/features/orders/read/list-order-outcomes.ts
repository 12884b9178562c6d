import { trackingUrl } from '@freehub/contract/orders/carriers'
import type { OrderOutcome } from '@freehub/contract/orders/orders'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { type Principal, visibleTo } from '../../identity/guards.ts'
import { toActor } from '../order-events.ts'

/** Reads the outcomes of orders that are shipped, cancelled or refunded. Leaves out other users' orders for customers. */
export async function listOrderOutcomes(
  db: Db,
  principal: Principal,
  ids: string[],
): Promise<OrderOutcome[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'user_id', 'carrier', 'tracking_number', 'cancelled_by'])
    .select(sql<Date>`coalesce(refunded_at, cancelled_at, shipped_at)`.as('at'))
    .select(sql<boolean>`cancelled_at is not null and refunded_at is null`.as('is_cancelled'))
    .where('id', 'in', ids)
    .where(sql<boolean>`coalesce(cancelled_at, shipped_at) is not null`)
    .where(visibleTo(principal))
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    at: row.at.toISOString(),
    cancelledBy: row.is_cancelled ? toActor(row.cancelled_by, row.user_id) : null,
    carrier: row.carrier,
    trackingUrl: trackingUrl(row.carrier, row.tracking_number),
  }))
}
