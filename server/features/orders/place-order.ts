import { randomUUIDv7 } from 'node:crypto'
import { quantityRefusal, totalRefusal } from '@freehub/contract/catalog/parts'
import type { NewOrder } from '@freehub/contract/orders/orders'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { claimKey, lockUser } from '../../platform/database/claim-key.ts'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { Refused, writeOrRefuse } from '../../platform/database/refused.ts'
import type { QueueMail } from '../../platform/mail/queue-mail.ts'
import { orderEvents } from '../../platform/metrics/metrics.ts'
import { readPart } from '../catalog/parts/read-part.ts'
import { type ClaimedLine, claimStock } from '../catalog/stock/stock.ts'
import type { Asker } from '../identity/guards.ts'
import {
  countUnconfirmedOrder,
  type Judged,
  judgedOrder,
  type LimitSettings,
  limitRefusal,
} from './order-limits.ts'
import { awaitsConfirmation } from './reservations/reservation.ts'

export interface PlaceDeps {
  db: Db
  queueMail: QueueMail
  config: Pick<Config, 'reservationHours'> & LimitSettings
}

export interface Placed {
  orderId: string
  repeated: boolean
  /** When the reservation ends unless the customer confirms their e-mail; null where it is confirmed. */
  confirmEmailBy: Date | null
}

/**
 * Places an order in one transaction: answers a repeated key with its first answer, claims the
 * stock, writes the order with name and price as they are now, its first event and its mail.
 * Refusals are not kept under the key, whose repeat must have `said` the same.
 */
export async function placeOrder(
  deps: PlaceDeps,
  customer: Asker,
  order: NewOrder,
  key: string | undefined,
  said: unknown[] = saidOf(order),
): Promise<Placed | Refusal> {
  const orderId = randomUUIDv7()
  const placed = await writeOrRefuse(deps.db, async (tx) => {
    const keyed = { userId: customer.id, key, said }
    const first = await claimKey(tx, keyed, orderId)
    if (first) {
      return { orderId: first, repeated: true, confirmEmailBy: await readConfirmBy(tx, first) }
    }
    // Under a key it is locked already: concurrent orders of one customer cannot pass the limits.
    if (key === undefined) await lockUser(tx, customer.id)
    const line = await claimStock(tx, order.productId, order.quantity)
    if (!line) throw new Refused(await claimRefusal(tx, order))
    const confirmEmailBy = await writeOrder(tx, deps, customer, { ...order, id: orderId, line })
    await deps.queueMail(tx, { kind: 'order-placed', orderId })
    return { orderId, repeated: false, confirmEmailBy }
  })
  if (!isRefusal(placed) && !placed.repeated) orderEvents.inc({ event: 'placed' })
  return placed
}

function saidOf({ productId, quantity, phone, address }: NewOrder) {
  return [productId, quantity, phone, address]
}

async function readConfirmBy(tx: Tx, orderId: string): Promise<Date | null> {
  const order = await tx
    .selectFrom('orders')
    .select('reserved_until')
    .where('id', '=', orderId)
    .where('cancelled_at', 'is', null)
    .where(awaitsConfirmation)
    .executeTakeFirst()
  return order?.reserved_until ?? null
}

/** Why the stock could not be claimed. */
async function claimRefusal(tx: Tx, { productId, quantity }: NewOrder): Promise<Refusal> {
  const part = await readPart(tx, productId)
  if (isRefusal(part)) return part
  return quantityRefusal(part, quantity) ?? refuse('quantity_above_available')
}

/**
 * Writes the order, its line and its first event, within the customer's limits; all in one statement.
 * Returns when the reservation ends unless the e-mail is confirmed.
 */
async function writeOrder(
  tx: Tx,
  { config }: PlaceDeps,
  customer: Asker,
  { id, productId, quantity, phone, address, line }: NewOrder & { id: string; line: ClaimedLine },
): Promise<Date | null> {
  const totalCents = line.unitPriceCents * quantity
  const outOfRange = totalRefusal(totalCents)
  if (outOfRange) throw new Refused(outOfRange)
  const claimed = { userId: customer.id, partId: productId, quantity, totalCents }
  const regular = sql`now() + make_interval(hours => ${config.reservationHours})`
  const { rows } = await sql<Judged & { reservedUntil: Date | null }>`${prepared}
    with ${judgedOrder(claimed, config)}, placed as (
      insert into orders
        (id, user_id, email, name, phone, address, total_cents, reserved_until,
          reserved_until_if_confirmed, part_names)
      select ${id}::uuid, ${customer.id}::uuid, ${customer.email}, ${customer.name}, ${phone},
        ${address}, ${totalCents}::int,
        case when is_unconfirmed then least(${regular},
          now() + make_interval(mins => ${config.unconfirmed.reservationMinutes})) else ${regular} end,
        case when not email_verified then ${regular} end,
        ${line.name}
      from judged, customer where refused is null
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
    select refused, orders, cents, pieces, available, minimum, is_unconfirmed as "isUnconfirmed",
      (select reserved_until from placed) as "reservedUntil"
    from judged`.execute(tx)
  const [judged] = rows as [(typeof rows)[number]]
  if (judged.refused) throw new Refused(limitRefusal(judged, line.unitPriceCents, config))
  if (!judged.isUnconfirmed) return null
  const refusal = await countUnconfirmedOrder(tx, customer.email, config.unconfirmed)
  if (refusal) throw new Refused(refusal)
  return judged.reservedUntil
}
