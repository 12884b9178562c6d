import { randomUUIDv7 } from 'node:crypto'
import type { OrderEventKind, OrderStep } from '@freehub/contract/orders/orders'
import type { Tx } from '../../platform/database/connections/connect.ts'

/** Appends an event to an order's history. `byUser` is null for events without a user. */
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

/** Returns the actor of an event: `customer`, `staff`, or `shop` for events without a user. */
export function toActor(byUser: string | null, customerId: string): OrderStep['by'] {
  if (byUser === null) return 'shop'
  return byUser === customerId ? 'customer' : 'staff'
}
