import { invoiceNumber } from '@freehub/contract/invoices/invoices'
import { trackingUrl } from '@freehub/contract/orders/carriers'
import {
  type OrderHistory,
  type OrderStage,
  type OrderStep,
  orderCan,
  orderStatus,
} from '@freehub/contract/orders/orders'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { OrderEventKind } from '../../../platform/database/schema.ts'
import { staffName } from '../../../platform/database/staff-name.ts'
import type { Asker } from '../../identity/guards.ts'
import { awaitsConfirmation, extensionHours } from '../reservations/reservation.ts'
import { orderOf, selectAllOrders } from './order-row.ts'

interface Deps {
  db: Db
  config: Pick<Config, 'reservationHours'>
}

/** What concerns the customer; the staff see every step. */
const CUSTOMERS_STEPS: readonly OrderEventKind[] = [
  'placed',
  'payment_begun',
  'reservation_extended',
  'paid',
  'shipped',
  'tracking_changed',
  'cancelled',
  'refunded',
  'late_payment_refunded',
  'payment_disagrees',
]

/** One order with its history, whatever has become of it: the asker's own, or for an admin anybody's. */
export async function readOrderHistory(
  { db, config }: Deps,
  asker: Asker,
  id: string,
): Promise<OrderHistory | Refusal> {
  const row = await readRow(db, asker, id, extensionHours(config.reservationHours))
  if (!row) return refuse('order_missing')
  const { status, ...order } = orderOf(row)
  const isWaiting = !row.cancelled_at && orderCan(status, 'pay')
  const isExtendable = row.may_extend && row.user_id === asker.id && orderCan(status, 'extend')
  return {
    ...order,
    stage: stageOf(row),
    placedAt: row.placed_at.toISOString(),
    reservedUntil: isWaiting ? row.reserved_until.toISOString() : null,
    reservedUntilIfConfirmed:
      isWaiting && row.awaits_confirmation
        ? (row.reserved_until_if_confirmed?.toISOString() ?? null)
        : null,
    extendableTo: isExtendable ? row.extended_until.toISOString() : null,
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
    trackingUrl: trackingUrl(row.carrier, row.tracking_number),
    invoiceNumber: numberInWords(row.invoice),
    creditNoteNumber: numberInWords(row.credit_note),
    steps: await readSteps(db, row, asker),
  }
}

function readRow(db: Db, asker: Asker, id: string, hours: number) {
  return (
    selectAllOrders(db)
      .select(['placed_at', 'reserved_until', 'cancelled_at', 'refunded_at'])
      .select(['carrier', 'tracking_number', 'reserved_until_if_confirmed'])
      .select(awaitsConfirmation.as('awaits_confirmation'))
      .select([numberOf('invoice').as('invoice'), numberOf('credit_note').as('credit_note')])
      .select(sql<Date>`reserved_until + make_interval(hours => ${hours})`.as('extended_until'))
      // As extend-reservation.ts has it; the status says the rest.
      .select(
        sql<boolean>`cancelled_at is null and cancellation_began_at is null
          and extended_at is null and reserved_until > now() and not ${awaitsConfirmation}`.as(
          'may_extend',
        ),
      )
      .where('orders.id', '=', id)
      .$if(asker.role !== 'admin', (query) => query.where('orders.user_id', '=', asker.id))
      .executeTakeFirst()
  )
}

function numberOf(kind: 'invoice' | 'credit_note') {
  return sql<number | null>`(
    select number from invoices where order_id = orders.id and kind = ${kind})`
}

function numberInWords(number: number | null): string | null {
  return number === null ? null : invoiceNumber(number)
}

interface Facts {
  paid_at: Date | null
  shipped_at: Date | null
  cancelled_at: Date | null
  refunded_at: Date | null
}

/** What an order has become, by its facts. */
export function stageOf({ paid_at, shipped_at, cancelled_at, refunded_at }: Facts): OrderStage {
  if (refunded_at) return 'Refunded'
  if (cancelled_at) return 'Cancelled'
  return orderStatus({ paidAt: paid_at, shippedAt: shipped_at })
}

async function readSteps(
  db: Db,
  order: { id: string; user_id: string },
  asker: Asker,
): Promise<OrderStep[]> {
  const isStaff = asker.role === 'admin'
  const events = await db
    .selectFrom('order_events')
    .leftJoin('users', 'users.id', 'order_events.by_user')
    .select(['kind', 'at', 'by_user', 'users.name', staffName.as('staffName')])
    .where('order_id', '=', order.id)
    .$if(!isStaff, (query) => query.where('kind', 'in', CUSTOMERS_STEPS))
    .orderBy('at')
    .orderBy('order_events.id')
    .execute()
  return events.map(({ kind, at, by_user, name, staffName }) => {
    const by = whoDid(by_user, order.user_id)
    const named = by === 'staff' ? staffName : name
    return { kind, at: at.toISOString(), by, name: isStaff ? named : null }
  })
}

function whoDid(byUser: string | null, customerId: string): OrderStep['by'] {
  if (byUser === null) return 'shop'
  return byUser === customerId ? 'customer' : 'staff'
}
