import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/connections/connect.ts'

/**
 * Builds the table expressions `ordered`, the quantities that an order reserves, and `locked`, which also locks the
 * parts. Locks them by ascending id, so that orders cannot deadlock.
 */
const lockOrderedQuantities = (orderId: string, lines?: number[]) => sql`
  ordered as (
    select part_id, quantity - cancelled_quantity as quantity from order_lines
    where order_id = ${orderId} and quantity > cancelled_quantity
      and (${lines ?? null}::int[] is null or line = any (${lines ?? null}::int[]))
  ), locked as (
    select id, ordered.quantity from parts join ordered on ordered.part_id = parts.id
    order by id for no key update of parts
  )`

/**
 * Releases the stock that an order reserves, or only that of the given lines. Returns the ids of the changed parts. The
 * caller has locked the order.
 */
export async function releaseStock(tx: Tx, orderId: string, lines?: number[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with ${lockOrderedQuantities(orderId, lines)}
    update parts set reserved = reserved - locked.quantity
    from locked where parts.id = locked.id
    returning parts.id`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Subtracts a shipped order from the stock on hand and the reserved stock, and records the stock movements. The caller
 * has locked the order.
 */
export async function shipStock(tx: Tx, orderId: string, byUser: string): Promise<void> {
  const { rows } = await sql<{ id: string; quantity: number }>`
    with ${lockOrderedQuantities(orderId)}
    update parts set on_hand = on_hand - locked.quantity, reserved = reserved - locked.quantity
    from locked where parts.id = locked.id
    returning parts.id, locked.quantity`.execute(tx)
  await tx
    .insertInto('stock_movements')
    .values(
      rows.map((row) => ({
        id: randomUUIDv7(),
        part_id: row.id,
        kind: 'shipment' as const,
        pieces: -row.quantity,
        order_id: orderId,
        by_user: byUser,
      })),
    )
    .execute()
}
