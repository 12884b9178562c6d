import { createHash, randomUUIDv7 } from 'node:crypto'
import type { NewOrder } from '@freehub/contract/orders'
import { quantityRefusal, totalRefusal } from '@freehub/contract/parts'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../database/connect.ts'
import { prepared } from '../database/prepared.ts'
import type { Asker } from '../identity/guards.ts'
import type { QueueMail } from '../mail/queue-mail.ts'
import { readPart } from '../parts/read-part.ts'
import { type ClaimedLine, claimStock } from '../parts/stock.ts'

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
      const first = await claimKey(tx, customer.id, key, hashOf(order), orderId)
      if (first) return { orderId: first, repeated: true }
      const line = await claimStock(tx, order.productId, order.quantity)
      if (!line) throw new Refused(await claimRefusal(tx, order))
      await writeOrder(tx, deps, customer, { ...order, id: orderId, line })
      await deps.queueMail(tx, { kind: 'order-placed', orderId })
      return { orderId, repeated: false }
    })
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

/**
 * Takes the key for this order, or answers the order's id that has it already. A key is kept 24
 * hours; an older one is taken over. The customer's row is locked on the way, so that he cannot
 * race himself past the cap on unpaid orders.
 */
async function claimKey(
  tx: Tx,
  userId: string,
  key: string | undefined,
  bodyHash: Buffer,
  orderId: string,
): Promise<string | undefined> {
  const customer = sql`select id from users where id = ${userId} for no key update`
  if (key === undefined) {
    await customer.execute(tx)
    return undefined
  }
  const { rows } = await sql`${prepared}
    with customer as (${customer})
    insert into idempotency_keys as known (user_id, key, body_hash, order_id)
    select id, ${key}, ${bodyHash}::bytea, ${orderId}::uuid from customer
    on conflict (user_id, key) do update
      set body_hash = excluded.body_hash, order_id = excluded.order_id, created_at = now()
      where known.created_at < now() - interval '24 hours'
    returning order_id`.execute(tx)
  return rows.length > 0 ? undefined : firstOrderOf(tx, userId, key, bodyHash)
}

async function firstOrderOf(tx: Tx, userId: string, key: string, bodyHash: Buffer) {
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

/** Why the stock could not be claimed. */
async function claimRefusal(tx: Tx, { productId, quantity }: NewOrder): Promise<Refusal> {
  const part = await readPart(tx, productId)
  if (isRefusal(part)) return part
  return quantityRefusal(part, quantity) ?? refuse('quantity_above_available')
}

/** Writes the order, its line and its first event, if the customer has not too many unpaid ones. */
async function writeOrder(
  tx: Tx,
  { config }: Deps,
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
