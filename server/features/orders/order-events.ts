import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '../../platform/database/connections/connect.ts'
import type { OrderEventKind } from '../../platform/database/schema.ts'

/** Writes down, for good, what happened to an order, by whom (nobody: the shop itself) and how. */
export async function recordEvent(
  tx: Tx,
  orderId: string,
  kind: OrderEventKind,
  byUser: string | null,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await tx
    .insertInto('order_events')
    .values({
      id: randomUUIDv7(),
      order_id: orderId,
      kind,
      by_user: byUser,
      detail: JSON.stringify(detail),
    })
    .execute()
}
