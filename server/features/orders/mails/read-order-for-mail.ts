import { formatCount, formatDollars } from '@freehub/contract/money'
import { trackingUrl } from '@freehub/contract/orders/carriers'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { toActor } from '../order-events.ts'

export type OrderForMail = NonNullable<Awaited<ReturnType<typeof readOrderForMail>>>

/** Reads an order in any state. Undefined if the account was deleted. */
export async function readOrderForMail(db: Db, orderId: string) {
  const row = await db
    .selectFrom('orders')
    .innerJoin('order_lines', (join) =>
      join.onRef('order_lines.order_id', '=', 'orders.id').on('order_lines.line', '=', 1),
    )
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.id', 'user_id', 'users.email', 'users.email_verified', 'orders.name'])
    .select(['orders.phone', 'orders.address'])
    .select(['total_cents', 'quantity', 'part_name', 'reserved_until'])
    .select('reserved_until_if_confirmed as regularUntil')
    .select(['carrier', 'tracking_number as trackingNumber'])
    .select(['paid_at', 'cancelled_at', 'cancelled_by', 'refunded_at', 'expiry_warned_at'])
    .where('orders.id', '=', orderId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      userId: row.user_id,
      emailConfirmed: row.email_verified,
      // Name, phone and address may be abusive.
      hasUntrustedContact: row.regularUntil !== null,
      total: formatDollars(row.total_cents / 100),
      quantity: formatCount(row.quantity),
      partName: row.part_name,
      reservedUntil: formatDateTime(row.reserved_until),
      reservedUntilIfConfirmed:
        row.regularUntil && row.reserved_until < row.regularUntil
          ? formatDateTime(row.regularUntil)
          : null,
      trackingUrl: trackingUrl(row.carrier, row.trackingNumber),
      isPaid: row.paid_at !== null,
      isCancelled: row.cancelled_at !== null,
      isRefunded: row.refunded_at !== null,
      // A warning was queued, and the reservation was not extended since.
      isExpiringSoon: row.expiry_warned_at !== null,
      cancelledBy: toActor(row.cancelled_by, row.user_id),
    }
  )
}

function formatDateTime(at: Date): string {
  return `${dateTimeFormat.format(at)} UTC`
}

const dateTimeFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
