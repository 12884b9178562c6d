import { randomUUIDv7 } from 'node:crypto'
import { priceAt } from '@freehub/contract/catalog/prices'
import { ORDER_LINES_MAXIMUM } from '@freehub/contract/constants'
import { refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { lockUser } from '../../platform/database/claim-idempotency-key.ts'
import { prepared } from '../../platform/database/connections/client.ts'
import type { Tx } from '../../platform/database/connections/connect.ts'
import { RefusalError } from '../../platform/database/run-transaction.ts'
import { type PartWithTerms, readPartsWithTerms } from '../catalog/parts/part-terms.ts'

/** Locks the user and creates their cart if there is none. Returns its id. Throws a RefusalError for a deleted account. */
export async function ensureCart(tx: Tx, userId: string): Promise<string> {
  await lockUser(tx, userId)
  const { rows } = await sql<{ id: string }>`${prepared}
    with created as (
      insert into carts (id, user_id) values (${randomUUIDv7()}, ${userId})
      on conflict (user_id) do nothing returning id
    )
    select id from created union all select id from carts where user_id = ${userId}`.execute(tx)
  return (rows[0] as { id: string }).id
}

/** A cart whose row is locked until the transaction ends. */
export interface LockedCart {
  id: string
  /** The version that the changes of this transaction have. */
  version: number
  quantities: Map<string, number>
  parts: Map<string, PartWithTerms>
}

/**
 * Locks the cart, gives it its next version, and reads these parts and their quantities in it. A repeated request
 * keeps the version.
 */
export async function lockCart(
  tx: Tx,
  id: string,
  partIds: string[],
  { isRepeated = false } = {},
): Promise<LockedCart> {
  const { rows } = await sql<{ version: number }>`${prepared}
    update carts set version = version + ${isRepeated ? 0 : 1}::int, updated_at = now() where id = ${id}
    returning version`.execute(tx)
  const lines = await sql<{ partId: string; quantity: number }>`${prepared}
    select part_id as "partId", quantity from cart_lines
    where cart_id = ${id} and part_id = any (${partIds}::uuid[])`.execute(tx)
  return {
    id,
    version: rows[0]?.version ?? 0,
    quantities: new Map(lines.rows.map(({ partId, quantity }) => [partId, quantity])),
    parts: await readPartsWithTerms(tx, partIds),
  }
}

/** Sets quantities of parts that exist; 0 removes a line. Returns the number of lines. Throws a RefusalError above 500. */
export async function setQuantities(
  tx: Tx,
  { id, parts }: LockedCart,
  quantities: Map<string, number>,
): Promise<number> {
  const changed = [...quantities].filter(([, quantity]) => quantity > 0)
  const removed = [...quantities].flatMap(([partId, quantity]) => (quantity === 0 ? [partId] : []))
  const prices = changed.map(([partId, quantity]) =>
    priceAt(parts.get(partId) as PartWithTerms, quantity),
  )
  await sql`${prepared}
    with removed as (
      delete from cart_lines where cart_id = ${id} and part_id = any (${removed}::uuid[])
    )
    insert into cart_lines (cart_id, part_id, quantity, seen_price_cents)
    select ${id}, part_id, quantity, price
    from unnest(${changed.map(([partId]) => partId)}::uuid[],
      ${changed.map(([, quantity]) => quantity)}::int[], ${prices}::int[])
      with ordinality as changed (part_id, quantity, price, n)
    order by n
    on conflict (cart_id, part_id) do update
      set quantity = excluded.quantity, seen_price_cents = excluded.seen_price_cents`.execute(tx)
  const { rows } = await sql<{ count: number }>`${prepared}
    select count(*) from cart_lines where cart_id = ${id}`.execute(tx)
  const count = rows[0]?.count ?? 0
  if (count > ORDER_LINES_MAXIMUM) throw new RefusalError(refuse('cart_full'))
  return count
}
