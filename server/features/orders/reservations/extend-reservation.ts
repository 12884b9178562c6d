import { deriveOrderStatus, orderCan } from '@freehub/contract/orders/orders'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { retryTransaction } from '../../../platform/database/run-transaction.ts'
import { recordEvent } from '../order-events.ts'

/**
 * True if the reservation is short because the email is not confirmed. A trigger (migration 0015) extends it when the
 * customer confirms the email.
 */
export const awaitsConfirmation = sql<boolean>`coalesce(reserved_until < reserved_until_if_confirmed, false)`

/** Returns the length of an extension: half of a reservation, in whole hours, at least one. */
export function extensionHours(reservationHours: number): number {
  return Math.max(1, Math.floor(reservationHours / 2))
}

/** Returns the time between the warning and the expiry: a sixth of a reservation, at most 12 hours. */
export function warningSeconds(reservationHours: number): number {
  return Math.min(reservationHours / 6, 12) * 3600
}

export interface ReservationDeps {
  db: Db
  config: Pick<Config, 'reservationHours'>
}

/**
 * Extends the reservation of a customer's own unpaid order, once, in a conditional update. Uses
 * `clock_timestamp()`, because the order may expire while the update waits for a lock.
 */
export async function extendReservation(
  { db, config }: ReservationDeps,
  orderId: string,
  customerId: string,
) {
  const hours = extensionHours(config.reservationHours)
  return retryTransaction(db, async (tx) => {
    const extended = await tx
      .updateTable('orders')
      .set({
        reserved_until: sql<Date>`reserved_until + make_interval(hours => ${hours})`,
        extended_at: sql<Date>`clock_timestamp()`,
        // Another warning is sent before the new end.
        expiry_warned_at: null,
      })
      .where('id', '=', orderId)
      .where('user_id', '=', customerId)
      .where('paid_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .where('cancellation_began_at', 'is', null)
      .where('extended_at', 'is', null)
      .where(sql<boolean>`not ${awaitsConfirmation}`)
      .where('reserved_until', '>', sql<Date>`clock_timestamp()`)
      .returning('reserved_until as reservedUntil')
      .executeTakeFirst()
    if (!extended) return explainRefusal(tx, orderId, customerId)
    await recordEvent(tx, orderId, 'reservation_extended', customerId, { hours })
    return extended
  })
}

async function explainRefusal(tx: Tx, orderId: string, customerId: string): Promise<Refusal> {
  const order = await tx
    .selectFrom('orders')
    .select(['paid_at as paidAt', 'shipped_at as shippedAt', 'cancelled_at'])
    .select(['cancellation_began_at', 'extended_at', awaitsConfirmation.as('isUnconfirmed')])
    .where('id', '=', orderId)
    .where('user_id', '=', customerId)
    .executeTakeFirst()
  if (!order) return refuse('order_missing')
  if (order.cancelled_at) return refuse('order_missing', { detail: 'The order was cancelled.' })
  if (!orderCan(deriveOrderStatus(order), 'extend')) return refuse('order_paid')
  if (order.cancellation_began_at) return refuse('cancellation_begun')
  if (order.isUnconfirmed) return refuse('email_not_confirmed')
  return refuse(order.extended_at ? 'reservation_extended' : 'reservation_over')
}
