import { formatCents, formatCount } from '@freehub/contract/money'
import { trackingUrl } from '@freehub/contract/orders/carriers'
import { formatOrderNumber } from '@freehub/contract/orders/order-number'
import { orderTitle } from '@freehub/contract/orders/orders'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { toActor } from '../order-events.ts'

export type OrderForMail = NonNullable<Awaited<ReturnType<typeof readOrderForMail>>>

/** Reads an order in any state. Returns undefined if the account was deleted. */
export async function readOrderForMail(db: Db, orderId: string) {
  const row = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.id', 'user_id', 'users.email', 'users.email_verified', 'orders.name'])
    .select(['orders.phone', 'orders.address'])
    .select(['number', 'line_count as lineCount', 'total_cents', 'reserved_until'])
    .select('reserved_until_if_confirmed as reservedUntilIfConfirmed')
    .select(['shipped_at', 'carrier', 'tracking_number as trackingNumber'])
    .select(['paid_at', 'cancelled_at', 'cancelled_by', 'refunded_at', 'expiry_warned_at'])
    .where('orders.id', '=', orderId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { lines, quantity } = await readLines(db, orderId)
  return {
    ...row,
    lines,
    orderNumber: formatOrderNumber(row.number),
    title: orderTitle(shorten(lines[0]?.name ?? ''), row.lineCount),
    userId: row.user_id,
    emailConfirmed: row.email_verified,
    // This time stays set if the customer was unconfirmed when they ordered. Name, phone and address may then be
    // another person's or abusive.
    hasUntrustedContact: row.reservedUntilIfConfirmed !== null,
    total: formatCents(row.total_cents),
    quantity: formatCount(quantity),
    reservedUntil: formatDateTime(row.reserved_until),
    reservedUntilIfConfirmed:
      row.reservedUntilIfConfirmed && row.reserved_until < row.reservedUntilIfConfirmed
        ? formatDateTime(row.reservedUntilIfConfirmed)
        : null,
    trackingUrl: trackingUrl(row.carrier, row.trackingNumber),
    isPaid: row.paid_at !== null,
    isShipped: row.shipped_at !== null,
    isCancelled: row.cancelled_at !== null,
    isRefunded: row.refunded_at !== null,
    // True if a warning was queued and the reservation was not extended since.
    isExpiringSoon: row.expiry_warned_at !== null,
    cancelledBy: toActor(row.cancelled_by, row.user_id),
  }
}

const MAX_NAME_LENGTH = 60

/** Shortens a name. Inboxes cut off longer subjects. */
function shorten(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name
  // Removes the first half of an emoji that was cut.
  const cut = name.slice(0, MAX_NAME_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')
  return `${cut.trimEnd()}…`
}

/** Maximum number of lines in a mail. */
const MAX_LINES = 50

/** Reads the lines that are not cancelled: the first `MAX_LINES`, and the total quantity of all. */
async function readLines(db: Db, orderId: string) {
  const rows = await db
    .selectFrom('order_lines')
    .select(['part_name as name', 'part_sku as sku', 'quantity'])
    .select('unit_price_cents as unitPriceCents')
    .where('order_id', '=', orderId)
    .where('cancelled_quantity', '=', 0)
    .orderBy('line')
    .execute()
  return {
    lines: rows.slice(0, MAX_LINES),
    quantity: rows.reduce((sum, line) => sum + line.quantity, 0),
  }
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
