import { randomUUIDv7 } from 'node:crypto'
import { checkTotal, quantityRefusal } from '@freehub/contract/orders/order-refusals'
import type { NewOrder } from '@freehub/contract/orders/orders'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { claimIdempotencyKey, lockUser } from '../../platform/database/claim-idempotency-key.ts'
import { prepared } from '../../platform/database/connections/client.ts'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { RefusalError, runTransaction } from '../../platform/database/run-transaction.ts'
import type { QueueMail } from '../../platform/mail/queue-mail.ts'
import { orderEvents } from '../../platform/metrics/metrics.ts'
import { readPart } from '../catalog/parts/read-part.ts'
import { type ClaimedLine, claimStock } from '../catalog/stock/stock.ts'
import type { Principal } from '../identity/guards.ts'
import {
  countUnconfirmedOrder,
  type LimitCheck,
  type LimitSettings,
  limitCheckSql,
  limitRefusal,
} from './order-limits.ts'
import { awaitsConfirmation } from './reservations/reservation.ts'

export interface PlaceOrderDeps {
  db: Db
  queueMail: QueueMail
  config: Pick<Config, 'reservationHours'> & LimitSettings
}

export interface PlacedOrder {
  orderId: string
  repeated: boolean
  /** End of the reservation unless the customer confirms the email. Null if confirmed. */
  confirmEmailBy: Date | null
}

/**
 * Places an order with the part's current name and price. A repeated key returns the first result.
 */
export async function placeOrder(
  deps: PlaceOrderDeps,
  customer: Principal,
  order: NewOrder,
  key: string | undefined,
  payload: unknown[] = orderPayload(order),
): Promise<PlacedOrder | Refusal> {
  const orderId = randomUUIDv7()
  const placed = await runTransaction(deps.db, async (tx) => {
    const keyedRequest = { userId: customer.id, key, payload }
    const firstOrderId = await claimIdempotencyKey(tx, keyedRequest, orderId)
    if (firstOrderId) {
      return {
        orderId: firstOrderId,
        repeated: true,
        confirmEmailBy: await readConfirmationDeadline(tx, firstOrderId),
      }
    }
    // Prevents concurrent orders from exceeding the limits. Claiming a key already locks the user.
    if (key === undefined) await lockUser(tx, customer.id)
    const line = await claimStock(tx, order.productId, order.quantity)
    if (!line) throw new RefusalError(await explainFailedClaim(tx, order))
    const confirmEmailBy = await writeOrder(tx, deps, customer, { ...order, id: orderId, line })
    await deps.queueMail(tx, { kind: 'order-placed', orderId })
    return { orderId, repeated: false, confirmEmailBy }
  })
  if (!isRefusal(placed) && !placed.repeated) orderEvents.inc({ event: 'placed' })
  return placed
}

function orderPayload({ productId, quantity, phone, address }: NewOrder) {
  return [productId, quantity, phone, address]
}

async function readConfirmationDeadline(tx: Tx, orderId: string): Promise<Date | null> {
  const order = await tx
    .selectFrom('orders')
    .select('reserved_until')
    .where('id', '=', orderId)
    .where('cancelled_at', 'is', null)
    .where(awaitsConfirmation)
    .executeTakeFirst()
  return order?.reserved_until ?? null
}

async function explainFailedClaim(tx: Tx, { productId, quantity }: NewOrder): Promise<Refusal> {
  const part = await readPart(tx, productId)
  if (isRefusal(part)) return part
  return quantityRefusal(part, quantity) ?? refuse('quantity_above_available')
}

/**
 * Checks the limits and writes the order in one statement. Returns the end of the reservation if
 * the email is unconfirmed. Throws Refused.
 */
async function writeOrder(
  tx: Tx,
  { config }: PlaceOrderDeps,
  customer: Principal,
  { id, productId, quantity, phone, address, line }: NewOrder & { id: string; line: ClaimedLine },
): Promise<Date | null> {
  const totalCents = line.unitPriceCents * quantity
  const totalProblem = checkTotal(totalCents)
  if (totalProblem) throw new RefusalError(totalProblem)
  const claim = { userId: customer.id, partId: productId, quantity, totalCents }
  const regularExpiry = sql`now() + make_interval(hours => ${config.reservationHours})`
  const { rows } = await sql<LimitCheck & { reservedUntil: Date | null }>`${prepared}
    with ${limitCheckSql(claim, config)}, placed as (
      insert into orders
        (id, user_id, email, name, phone, address, total_cents, reserved_until,
          reserved_until_if_confirmed, part_names)
      select ${id}::uuid, ${customer.id}::uuid, ${customer.email}, ${customer.name}, ${phone},
        ${address}, ${totalCents}::int,
        case when is_unconfirmed then least(${regularExpiry},
          now() + make_interval(mins => ${config.unconfirmed.reservationMinutes})) else ${regularExpiry} end,
        case when not email_verified then ${regularExpiry} end,
        ${line.name}
      from limit_check, customer where refused is null
      returning id, reserved_until
    ), line as (
      insert into order_lines (order_id, line, part_id, part_name, unit_price_cents, quantity)
      select id, 1, ${productId}::uuid, ${line.name}, ${line.unitPriceCents}::int, ${quantity}::int
      from placed
    ), event as (
      insert into order_events (id, order_id, kind, by_user, detail)
      select ${randomUUIDv7()}::uuid, id, 'placed', ${customer.id}::uuid,
        jsonb_build_object('totalCents', ${totalCents}::int)
      from placed
    )
    select refused, orders, cents, reserved_quantity as "reservedQuantity", available, minimum, is_unconfirmed as "isUnconfirmed",
      (select reserved_until from placed) as "reservedUntil"
    from limit_check`.execute(tx)
  const [check] = rows as [(typeof rows)[number]]
  if (check.refused) throw new RefusalError(limitRefusal(check, line.unitPriceCents, config))
  if (!check.isUnconfirmed) return null
  const refusal = await countUnconfirmedOrder(tx, customer.email, config.unconfirmed)
  if (refusal) throw new RefusalError(refusal)
  return check.reservedUntil
}
