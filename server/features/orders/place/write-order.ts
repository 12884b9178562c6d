import { randomUUIDv7 } from 'node:crypto'
import type { PartTerms } from '@freehub/contract/catalog/prices'
import { pluralize } from '@freehub/contract/money'
import { formatOrderNumber } from '@freehub/contract/orders/order-number'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import { hashPayload, KEY_VALIDITY } from '../../../platform/database/claim-idempotency-key.ts'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { prepared } from '../../../platform/database/connections/prepared-statements.ts'
import {
  RefusalError,
  retryConflicts,
  runTransaction,
} from '../../../platform/database/run-transaction.ts'
import { createRateLimits, hashedName } from '../../../platform/limits/rate-limits.ts'
import { orderEvents } from '../../../platform/metrics/metrics.ts'
import type { Principal } from '../../identity/guards.ts'
import { awaitsConfirmation } from '../reservations/extend-reservation.ts'
import {
  createLimitRefusal,
  type LimitCode,
  type LimitFacts,
  type LimitSettings,
} from './order-limit-refusals.ts'
import type { OrderOutbox } from './send-order-outbox.ts'

export interface WriteDeps {
  db: Db
  outbox: Pick<OrderOutbox, 'notify'>
  partsChanged: (partIds: string[]) => void
  config: Pick<Config, 'reservationHours'> & LimitSettings
}

/** An order with lines and prices from the terms that `termsVersion` identifies. */
export interface PricedOrder {
  lines: {
    productId: string
    quantity: number
    unitPriceCents: number
    terms: PartTerms
    termsVersion: number
  }[]
  phone: string
  address: string
  note: string
  /** The customer's own reference. */
  reference?: string
  /** Set for an order of the cart. The order then removes its lines from the cart. */
  cartVersion?: number
}

export interface PlacedOrder {
  orderId: string
  orderNumber: string
  /** End of the reservation unless the customer confirms the email. Null if the end does not depend on this. */
  confirmEmailBy: Date | null
}

export type OrderingCustomer = Pick<Principal, 'id' | 'email' | 'name' | 'emailConfirmed'>

interface OrderRequest {
  customer: OrderingCustomer
  /** The member of staff who enters the order for the customer. */
  enteredBy?: string
  key: string | undefined
  /** Must be equal when the key is used again. */
  payload: unknown[]
}

/** Computes lines and prices. With `mustBeCurrent`, after an attempt with outdated lines, reads the database again. */
type PriceOrder = (mustBeCurrent: boolean) => Promise<PricedOrder | Refusal>

/** Maximum number of attempts to write an order while staff change its parts, or others reserve their stock. */
const MAX_ATTEMPTS = 5

/**
 * Computes lines and prices with `priceOrder` and writes the order. If the parts have changed since or have too little
 * stock, computes the lines again. A repeated idempotency key returns the first result.
 */
export async function writeOrder(
  deps: WriteDeps,
  request: OrderRequest,
  priceOrder: PriceOrder,
): Promise<PlacedOrder | Refusal> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const order = await priceOrder(attempt > 0)
    if (isRefusal(order)) return (await findRepeatedOrder(deps.db, request)) ?? order
    const placed = await tryWrite(deps, request, order)
    if (placed !== 'lines_changed') return placed
  }
  return refuse('overloaded')
}

async function tryWrite(deps: WriteDeps, request: OrderRequest, order: PricedOrder) {
  const { customer } = request
  const placement = await insertOrder(deps, request, order)
  if (isRefusal(placement)) return placement
  const { outcome } = placement
  if (outcome === 'lines_changed') return outcome
  if (outcome === 'placed') announceOrder(deps, order)
  if (outcome === 'placed' || outcome === 'repeated')
    return toPlacedOrder(deps.db, customer, placement)
  if (outcome === 'account_deleted')
    return refuse(request.enteredBy ? 'user_missing' : 'token_invalid')
  if (outcome === 'key_reused' || outcome === 'cart_changed') return refuse(outcome)
  return createLimitRefusal(outcome, placement.facts, order.lines, deps.config)
}

/** Starts the work that follows the commit of an order. */
export function announceOrder(
  { outbox, partsChanged }: Pick<WriteDeps, 'outbox' | 'partsChanged'>,
  { lines }: Pick<PricedOrder, 'lines'>,
): void {
  orderEvents.inc({ event: 'placed' })
  outbox.notify()
  partsChanged(lines.map(({ productId }) => productId))
}

/** Writes the order in one statement. Counts an order of an unconfirmed customer in the same transaction. */
async function insertOrder(
  { db, config }: WriteDeps,
  request: OrderRequest,
  order: PricedOrder,
): Promise<Placement | Refusal> {
  const { email, emailConfirmed } = request.customer
  if (emailConfirmed) return retryConflicts(() => callPlaceOrder(db, config, request, order))
  return runTransaction(db, async (tx) => {
    const placement = await callPlaceOrder(tx, config, request, order)
    const refusal =
      placement.outcome === 'placed' && placement.isUnconfirmed
        ? await countUnconfirmedOrder(tx, email, config.unconfirmed)
        : undefined
    if (refusal) throw new RefusalError(refusal)
    return placement
  })
}

type Outcome =
  | 'placed'
  | 'repeated'
  | 'key_reused'
  | 'account_deleted'
  | 'cart_changed'
  | 'lines_changed'
  | LimitCode

interface Placement {
  outcome: Outcome
  orderId: string
  orderNumber: number
  isUnconfirmed: boolean
  facts: LimitFacts | null
}

/** Calls `place_order` (migration 0019), which checks and writes an order in one round trip. */
async function callPlaceOrder(
  db: Db,
  { reservationHours, unpaidOrdersMax, unconfirmed, newCustomer }: WriteDeps['config'],
  { customer, enteredBy, key, payload }: OrderRequest,
  { lines, phone, address, note, reference, cartVersion }: PricedOrder,
): Promise<Placement> {
  const { rows } = await sql<Placement>`${prepared}
    select outcome, order_id as "orderId", order_number as "orderNumber",
      is_unconfirmed as "isUnconfirmed", facts
    from place_order(${randomUUIDv7()}, ${customer.id}, ${customer.email}, ${customer.name},
      ${customer.emailConfirmed}, ${key ?? null}, ${key === undefined ? null : hashPayload(payload)},
      ${cartVersion ?? null}, ${phone}, ${address}, ${note},
      ${lines.map(({ productId }) => productId)}::uuid[],
      ${lines.map(({ quantity }) => quantity)}::int[],
      ${lines.map(({ unitPriceCents }) => unitPriceCents)}::int[],
      ${lines.map(({ termsVersion }) => termsVersion)}::int[],
      ${reservationHours}, ${unconfirmed.reservationMinutes}, ${unpaidOrdersMax},
      ${unconfirmed.unpaidOrdersMax}, ${newCustomer.unpaidCentsMax}, ${newCustomer.stockSharePercent},
      ${randomUUIDv7()}, ${reference ?? ''}, ${enteredBy ?? null})`.execute(db)
  return rows[0] as Placement
}

/** Returns the order that the customer already placed with the key, while the key is valid. Refuses a key of another request. */
async function findRepeatedOrder(db: Db, { customer, key, payload }: OrderRequest) {
  if (key === undefined) return undefined
  const { rows } = await sql<{ orderId: string; orderNumber: number; isSame: boolean }>`
    select object_id as "orderId", number as "orderNumber", body_hash = ${hashPayload(payload)} as "isSame"
    from idempotency_keys left join orders on orders.id = object_id
    where idempotency_keys.user_id = ${customer.id} and key = ${key}
      and created_at >= now() - ${KEY_VALIDITY}`.execute(db)
  const [earlier] = rows
  if (!earlier) return undefined
  if (!earlier.isSame) return refuse('key_reused')
  return toPlacedOrder(db, customer, earlier)
}

async function toPlacedOrder(
  db: Db,
  customer: OrderingCustomer,
  { orderId, orderNumber }: Pick<Placement, 'orderId' | 'orderNumber'>,
): Promise<PlacedOrder> {
  return {
    orderId,
    orderNumber: formatOrderNumber(orderNumber),
    confirmEmailBy: customer.emailConfirmed ? null : await readConfirmationDeadline(db, orderId),
  }
}

async function readConfirmationDeadline(db: Db, orderId: string): Promise<Date | null> {
  const order = await db
    .selectFrom('orders')
    .select('reserved_until')
    .where('id', '=', orderId)
    .where('cancelled_at', 'is', null)
    .where(awaitsConfirmation)
    .executeTakeFirst()
  return order?.reserved_until ?? null
}

const DAY_SECONDS = 24 * 3600

/** Counts an order by its unconfirmed email, in the order's transaction. Refuses the order above the daily limit. */
async function countUnconfirmedOrder(
  tx: Tx,
  email: string,
  { ordersPerDayMax }: LimitSettings['unconfirmed'],
): Promise<Refusal | undefined> {
  const rule = { windowSeconds: DAY_SECONDS, max: ordersPerDayMax }
  const key = `orders|unconfirmed|${hashedName(email)}`
  const retryAfter = await createRateLimits(tx).consume(key, rule)
  if (retryAfter === undefined) return undefined
  return refuse('unconfirmed_orders_too_many', {
    detail: `Until your email is confirmed you can place ${pluralize(ordersPerDayMax, 'order', 'orders')} a day. Confirm your email to place more orders.`,
  })
}
