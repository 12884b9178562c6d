import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { prepared } from '../../../platform/database/connections/client.ts'
import type { Tx } from '../../../platform/database/connections/connect.ts'

export interface ClaimedLine {
  name: string
  unitPriceCents: number
}

/**
 * Claims stock in one conditional update, so that concurrent orders cannot get the same pieces.
 * Returns undefined if too few are available or the minimum order is larger.
 */
export async function claimStock(tx: Tx, partId: string, quantity: number) {
  const { rows } = await sql<ClaimedLine>`${prepared}
    update parts set reserved = reserved + ${quantity}::int
    where id = ${partId}::uuid and deleted_at is null and minimum_order <= ${quantity}::int
      and on_hand - reserved >= ${quantity}::int
    returning name, unit_price_cents as "unitPriceCents"`.execute(tx)
  return rows[0]
}

/** Releases the stock that an order reserves. Returns the ids of the changed parts. */
export async function releaseStock(tx: Tx, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update parts set reserved = reserved - l.quantity
    from order_lines l where l.order_id = ${orderId} and parts.id = l.part_id
    returning parts.id`.execute(tx)
  return rows.map((row) => row.id)
}

export async function shipStock(tx: Tx, orderId: string, byUser: string): Promise<void> {
  const { rows } = await sql<{ part_id: string; quantity: number }>`
    update parts set on_hand = on_hand - l.quantity, reserved = reserved - l.quantity
    from order_lines l where l.order_id = ${orderId} and parts.id = l.part_id
    returning l.part_id, l.quantity`.execute(tx)
  await tx
    .insertInto('stock_movements')
    .values(
      rows.map((row) => ({
        id: randomUUIDv7(),
        part_id: row.part_id,
        kind: 'shipment' as const,
        pieces: -row.quantity,
        order_id: orderId,
        by_user: byUser,
      })),
    )
    .execute()
}
