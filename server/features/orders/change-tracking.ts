import type { Tracking } from '@freehub/contract/orders/orders'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { retryTransaction } from '../../platform/database/run-transaction.ts'
import type { QueueMail } from '../../platform/mail/queue-mail.ts'
import { recordEvent } from './order-events.ts'

/** Sets or corrects the tracking of a shipped order. `modifiedCount` is 0 if the tracking stays the same. */
export async function changeTracking(
  { db, queueMail }: { db: Db; queueMail: QueueMail },
  orderId: string,
  byUser: string,
  { carrier, trackingNumber }: Tracking,
): Promise<{ modifiedCount: 0 | 1 } | Refusal> {
  const number = trackingNumber || null
  return retryTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ carrier, tracking_number: number })
      .where('id', '=', orderId)
      .where('shipped_at', 'is not', null)
      .where(sql<boolean>`(carrier, tracking_number) is distinct from (${carrier}, ${number})`)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) {
      await recordEvent(tx, orderId, 'tracking_changed', byUser)
      await queueMail(tx, { kind: 'order-tracking', orderId })
      return { modifiedCount: 1 }
    }
    const order = await tx
      .selectFrom('orders')
      .select('shipped_at')
      .where('id', '=', orderId)
      .executeTakeFirst()
    if (!order) return refuse('order_missing')
    return order.shipped_at ? { modifiedCount: 0 } : refuse('order_not_shipped')
  })
}
