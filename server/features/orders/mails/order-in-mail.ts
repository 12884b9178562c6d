import { formatCount, formatDollars } from '@freehub/contract/money'
import { trackingUrl } from '@freehub/contract/orders/carriers'
import type { Db } from '../../../platform/database/connections/connect.ts'

/** An order as mails speak of it. */
export interface OrderInMail {
  id: string
  userId: string
  email: string
  emailConfirmed: boolean
  /** Placed while the e-mail was not confirmed: its name, phone and address may be another person's words. */
  isByStranger: boolean
  name: string
  phone: string
  address: string
  total: string
  quantity: string
  partName: string
  reservedUntil: string
  /** Null where the reservation does not depend on the e-mail's confirmation. */
  reservedUntilIfConfirmed: string | null
  /** Who brings it, its number there, and where one follows it; each as far as it is known. */
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  isPaid: boolean
  isCancelled: boolean
  isRefunded: boolean
  /** Its customer is to be told so; who has extended it since is told later. */
  isAboutToLapse: boolean
  /** Who cancelled it, where it is cancelled: the shop does when it has lapsed. */
  cancelledBy: 'customer' | 'staff' | 'shop'
}

/**
 * Reads an order for a mail, whatever has become of it. It goes where its customer reads mail now,
 * and nowhere when he has deleted his account.
 */
export async function readOrderForMail(db: Db, orderId: string): Promise<OrderInMail | undefined> {
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
    .select(['paid_at', 'cancelled_at', 'cancelled_by', 'refunded_at', 'lapse_warned_at'])
    .where('orders.id', '=', orderId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      userId: row.user_id,
      emailConfirmed: row.email_verified,
      isByStranger: row.regularUntil !== null,
      total: formatDollars(row.total_cents / 100),
      quantity: formatCount(row.quantity),
      partName: row.part_name,
      reservedUntil: inWords(row.reserved_until),
      reservedUntilIfConfirmed:
        row.regularUntil && row.reserved_until < row.regularUntil
          ? inWords(row.regularUntil)
          : null,
      trackingUrl: trackingUrl(row.carrier, row.trackingNumber),
      isPaid: row.paid_at !== null,
      isCancelled: row.cancelled_at !== null,
      isRefunded: row.refunded_at !== null,
      isAboutToLapse: row.lapse_warned_at !== null,
      cancelledBy: whoCancelled(row),
    }
  )
}

function whoCancelled(order: { user_id: string; cancelled_by: string | null }) {
  if (order.cancelled_by === null) return 'shop'
  return order.cancelled_by === order.user_id ? 'customer' : 'staff'
}

function inWords(at: Date): string {
  return `${moment.format(at)} UTC`
}

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
