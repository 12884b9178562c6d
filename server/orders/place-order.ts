import { randomUUIDv7 } from 'node:crypto'
import type { NewOrder } from '@freehub/contract/orders'
import { quantityRefusal, totalRefusal } from '@freehub/contract/parts'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { claimKey, lockedUser } from '../database/claim-key.ts'
import type { Db, Tx } from '../database/connect.ts'
import { prepared } from '../database/prepared.ts'
import { Refused, writeOrRefuse } from '../database/refused.ts'
import type { Asker } from '../identity/guards.ts'
import type { QueueMail } from '../mail/queue-mail.ts'
import { orderEvents } from '../metrics/metrics.ts'
import { readPart } from '../parts/read-part.ts'
import { type ClaimedLine, claimStock } from '../parts/stock.ts'

export interface PlaceDeps {
  db: Db
  queueMail: QueueMail
  config: Pick<Config, 'reservationHours' | 'unpaidOrdersMax'>
}

/**
 * Places an order in one transaction: answers a repeated key with its first answer, claims the
 * stock, writes the order with name and price as they are now, its first event and its mail.
 * Answers the order's id. Refusals are not kept under the key, whose repeat must have `said` the same.
 */
export async function placeOrder(
  deps: PlaceDeps,
  customer: Asker,
  order: NewOrder,
  key: string | undefined,
  said: unknown[] = saidOf(order),
): Promise<{ orderId: string; repeated: boolean } | Refusal> {
  const orderId = randomUUIDv7()
  const placed = await writeOrRefuse(deps.db, async (tx) => {
    const keyed = { userId: customer.id, key, said }
    const first = await claimKey(tx, keyed, orderId)
    if (first) return { orderId: first, repeated: true }
    // Under a key it is locked already: nobody races himself past the cap on unpaid orders.
    if (key === undefined) await lockedUser(customer.id).execute(tx)
    const line = await claimStock(tx, order.productId, order.quantity)
    if (!line) throw new Refused(await claimRefusal(tx, order))
    await writeOrder(tx, deps, customer, { ...order, id: orderId, line })
    await deps.queueMail(tx, { kind: 'order-placed', orderId })
    return { orderId, repeated: false }
  })
  if (!isRefusal(placed) && !placed.repeated) orderEvents.inc({ event: 'placed' })
  return placed
}

function saidOf({ productId, quantity, phone, address }: NewOrder) {
  return [productId, quantity, phone, address]
}

/** Why the stock could not be claimed. */
async function claimRefusal(tx: Tx, { productId, quantity }: NewOrder): Promise<Refusal> {
  const part = await readPart(tx, productId)
  if (isRefusal(part)) return part
  return quantityRefusal(part, quantity) ?? refuse('quantity_above_available')
}

/** Writes the order, its line and its first event, if the customer has not too many unpaid ones. */
async function writeOrder(
  tx: Tx,
  { config }: PlaceDeps,
  customer: Asker,
  { id, productId, quantity, phone, address, line }: NewOrder & { id: string; line: ClaimedLine },
): Promise<void> {
  const totalCents = line.unitPriceCents * quantity
  const outOfRange = totalRefusal(totalCents)
  if (outOfRange) throw new Refused(outOfRange)
  const { rows } = await sql`${prepared}
    with placed as (
      insert into orders
        (id, user_id, email, name, phone, address, total_cents, reserved_until, part_names)
      select ${id}::uuid, ${customer.id}::uuid, ${customer.email}, ${customer.name}, ${phone},
        ${address}, ${totalCents}::int, now() + make_interval(hours => ${config.reservationHours}),
        ${line.name}
      where (
        select count(*) from orders
        where user_id = ${customer.id} and paid_at is null and cancelled_at is null
      ) < ${config.unpaidOrdersMax}
      returning id
    ), line as (
      insert into order_lines (order_id, line, part_id, part_name, unit_price_cents, quantity)
      select id, 1, ${productId}::uuid, ${line.name}, ${line.unitPriceCents}::int, ${quantity}::int
      from placed
    )
    insert into order_events (id, order_id, kind, by_user, detail)
    select ${randomUUIDv7()}::uuid, id, 'placed', ${customer.id}::uuid,
      jsonb_build_object('totalCents', ${totalCents}::int)
    from placed
    returning order_id`.execute(tx)
  if (rows.length === 0) throw new Refused(refuse('unpaid_orders_too_many'))
}
