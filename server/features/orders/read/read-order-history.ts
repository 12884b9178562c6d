import { formatInvoiceNumber } from '@freehub/contract/invoices/invoice-number'
import { trackingUrl } from '@freehub/contract/orders/carriers'
import { customerEvents } from '@freehub/contract/orders/order-schemas'
import { type OrderLine, orderCan } from '@freehub/contract/orders/orders'
import { refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { isDisputed } from '../../../platform/database/order-conditions.ts'
import { staffName } from '../../../platform/database/staff-name.ts'
import { type Principal, visibleTo } from '../../identity/guards.ts'
import { toActor } from '../order-events.ts'
import {
  awaitsConfirmation,
  extensionHours,
  type ReservationDeps,
} from '../reservations/extend-reservation.ts'
import { selectAllOrders, toOrder } from './select-orders.ts'

/** Reads an order in any state, with its lines and steps. For customers, another user's order looks missing. */
export async function readOrderHistory(
  { db, config }: ReservationDeps,
  principal: Principal,
  id: string,
) {
  const row = await readRow(db, principal, id, extensionHours(config.reservationHours))
  if (!row) return refuse('order_missing')
  const { status, ...order } = toOrder(row)
  const isUnpaid = !row.cancelled_at && orderCan(status, 'pay')
  const isExtendable = row.may_extend && row.user_id === principal.id && orderCan(status, 'extend')
  return {
    ...order,
    note: row.note,
    billedAddress: row.billed_address ?? row.address,
    lines: await readLines(db, id),
    reservedUntilIfConfirmed:
      isUnpaid && row.awaits_confirmation
        ? (row.reserved_until_if_confirmed?.toISOString() ?? null)
        : null,
    extendableTo: isExtendable ? row.extended_until.toISOString() : null,
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
    trackingUrl: trackingUrl(row.carrier, row.tracking_number),
    invoiceNumber: formatIssuedNumber(row.invoice),
    creditNoteNumber: formatIssuedNumber(row.credit_note),
    isDisputed: row.isDisputed && principal.role === 'admin',
    hasFailedRefund: row.hasFailedRefund && principal.role === 'admin',
    steps: await readSteps(db, row, principal),
  }
}

function readRow(db: Db, principal: Principal, id: string, hours: number) {
  return (
    selectAllOrders(db)
      .select(['carrier', 'tracking_number', 'reserved_until_if_confirmed', 'billed_address'])
      .select(awaitsConfirmation.as('awaits_confirmation'))
      .select(isDisputed.as('isDisputed'))
      .select(
        sql<boolean>`exists (select from payment_intents i
          join provider_events on intent_id = i.id and outcome = 'refund_failed'
          where i.order_id = orders.id)`.as('hasFailedRefund'),
      )
      .select([
        selectIssuedNumber('invoice').as('invoice'),
        selectIssuedNumber('credit_note').as('credit_note'),
      ])
      .select(sql<Date>`reserved_until + make_interval(hours => ${hours})`.as('extended_until'))
      // These are the conditions of `extendReservation` that do not follow from the status.
      .select(
        sql<boolean>`cancelled_at is null and cancellation_began_at is null
          and extended_at is null and reserved_until > now() and not ${awaitsConfirmation}`.as(
          'may_extend',
        ),
      )
      .where('orders.id', '=', id)
      .where(visibleTo(principal))
      .executeTakeFirst()
  )
}

function readLines(db: Db, orderId: string): Promise<OrderLine[]> {
  return db
    .selectFrom('order_lines')
    .select(['line', 'part_id as productId', 'part_name as name', 'part_sku as sku', 'quantity'])
    .select(['unit_price_cents as unitPriceCents', 'cancelled_quantity as cancelledQuantity'])
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute()
}

/** Selects the number of the order's invoice or credit note, or null while it is not issued. */
export function selectIssuedNumber(kind: 'invoice' | 'credit_note') {
  return sql<number | null>`(
    select number from invoices where order_id = orders.id and kind = ${kind})`
}

export function formatIssuedNumber(number: number | null): string | null {
  return number === null ? null : formatInvoiceNumber(number)
}

async function readSteps(db: Db, order: { id: string; user_id: string }, principal: Principal) {
  const hasStaffRights = principal.role === 'admin'
  const events = await db
    .selectFrom('order_events')
    .leftJoin('users', 'users.id', 'order_events.by_user')
    .select(['kind', 'at', 'by_user', 'users.name', staffName.as('staffName')])
    .select(sql<string | null>`detail->>'reason'`.as('reason'))
    .where('order_id', '=', order.id)
    .$if(!hasStaffRights, (query) => query.where('kind', 'in', customerEvents))
    .orderBy('at')
    .orderBy('order_events.id')
    .execute()
  return events.map(({ kind, at, by_user, name, staffName, reason }) => {
    const actor = toActor(by_user, order.user_id)
    const visibleName = actor === 'staff' ? staffName : name
    const step = { kind, at: at.toISOString(), by: actor }
    return hasStaffRights
      ? { ...step, name: visibleName, reason }
      : { ...step, name: null, reason: null }
  })
}
