import { createHash, randomUUIDv7 } from 'node:crypto'
import type { NewOrder } from '@freehub/contract/orders'
import { quantityRefusal, totalRefusal } from '@freehub/contract/parts'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../database/connect.ts'
import type { Asker } from '../identity/guards.ts'
import type { QueueMail } from '../mail/queue-mail.ts'
import { readPart } from '../parts/read-part.ts'
import { type ClaimedLine, claimStock } from '../parts/stock.ts'
import { recordEvent } from './order-events.ts'

interface Deps {
  db: Db
  queueMail: QueueMail
  config: Pick<Config, 'reservationHours' | 'unpaidOrdersMax'>
}

/** Refusals leave the transaction as what it throws, so that it is rolled back. */
class Refused extends Error {
  refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

/**
 * Places an order in one transaction: answers a repeated key with its first answer, claims the
 * stock, writes the order with name and price as they are now, its first event and its mail.
 * Answers the order's id. Refusals are not kept under the key.
 */
export async function placeOrder(
  deps: Deps,
  customer: Asker,
  order: NewOrder,
  key: string | undefined,
): Promise<{ orderId: string; repeated: boolean } | Refusal> {
  const orderId = randomUUIDv7()
  try {
    return await deps.db.transaction().execute(async (tx) => {
      if (key !== undefined) {
        const first = await claimKey(tx, customer.id, key, hashOf(order), orderId)
        if (first) return { orderId: first, repeated: true }
      }
      await refuseHoarding(tx, customer.id, deps.config.unpaidOrdersMax)
      const line = await claimStock(tx, order.productId, order.quantity)
      if (!line) throw new Refused(await claimRefusal(tx, order))
      await writeOrder(tx, deps, customer, { ...order, id: orderId, line })
      return { orderId, repeated: false }
    })
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

/** Takes the key for this order; answers the first order's id when the key is taken already. */
async function claimKey(tx: Tx, userId: string, key: string, bodyHash: Buffer, orderId: string) {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, body_hash: bodyHash, order_id: orderId })
    .onConflict((conflict) =>
      // A key is kept 24 hours; an older one is taken over.
      conflict
        .columns(['user_id', 'key'])
        .doUpdateSet({ body_hash: bodyHash, order_id: orderId, created_at: sql<Date>`now()` })
        .where('idempotency_keys.created_at', '<', sql<Date>`now() - interval '24 hours'`),
    )
    .returning('order_id')
    .executeTakeFirst()
  if (claimed) return undefined
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['order_id', 'body_hash'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!first.body_hash.equals(bodyHash)) throw new Refused(refuse('key_reused'))
  return first.order_id
}

function hashOf({ productId, quantity, phone, address }: NewOrder): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([productId, quantity, phone, address]))
    .digest()
}

/** A customer's unpaid reservations are capped. His row is locked, so that he cannot race himself. */
async function refuseHoarding(tx: Tx, userId: string, most: number): Promise<void> {
  const { rows } = await sql<{ unpaid: number }>`
    with customer as (select id from users where id = ${userId} for no key update)
    select count(o.id)::int as unpaid from customer
    left join orders o on o.user_id = customer.id and o.paid_at is null and o.cancelled_at is null
  `.execute(tx)
  if ((rows[0]?.unpaid ?? 0) >= most) throw new Refused(refuse('unpaid_orders_too_many'))
}

/** Why the stock could not be claimed. */
async function claimRefusal(tx: Tx, { productId, quantity }: NewOrder): Promise<Refusal> {
  const part = await readPart(tx, productId)
  if (isRefusal(part)) return part
  return quantityRefusal(part, quantity) ?? refuse('quantity_above_available')
}

async function writeOrder(
  tx: Tx,
  { config, queueMail }: Deps,
  customer: Asker,
  { id, productId, quantity, phone, address, line }: NewOrder & { id: string; line: ClaimedLine },
): Promise<void> {
  const totalCents = line.unitPriceCents * quantity
  const outOfRange = totalRefusal(totalCents)
  if (outOfRange) throw new Refused(outOfRange)
  const { email, name } = customer
  await tx
    .insertInto('orders')
    .values({
      id,
      user_id: customer.id,
      email,
      name,
      phone,
      address,
      total_cents: totalCents,
      reserved_until: sql<Date>`now() + make_interval(hours => ${config.reservationHours})`,
    })
    .execute()
  await tx
    .insertInto('order_lines')
    .values({
      order_id: id,
      line: 1,
      part_id: productId,
      part_name: line.name,
      unit_price_cents: line.unitPriceCents,
      quantity,
    })
    .execute()
  await recordEvent(tx, id, 'placed', customer.id, { totalCents })
  await queueMail(tx, { kind: 'order-placed', orderId: id })
}
