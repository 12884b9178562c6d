import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { Asker } from '../identity/guards.ts'

/** An order as the shop's papers need it. Times are moments, money is in cents, weight in grams. */
export interface OrderOnPaper {
  id: string
  name: string
  email: string
  phone: string
  address: string
  placedAt: Date
  paidAt: Date | null
  refundedAt: Date | null
  transactionId: string | null
  carrier: string | null
  trackingNumber: string | null
  totalCents: number
  lines: LineOnPaper[]
}

export interface LineOnPaper {
  sku: string | null
  partName: string
  quantity: number
  unitPriceCents: number
  packSize: number | null
  cartonSize: number | null
  weightGrams: number | null
  hsCode: string | null
}

/** An order, whatever has become of it: the asker's own, or for an admin anybody's. */
export async function findOrderOnPaper(
  db: Db,
  asker: Asker,
  id: string,
): Promise<OrderOnPaper | Refusal> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'name', 'email', 'phone', 'address', 'placed_at as placedAt'])
    .select(['paid_at as paidAt', 'refunded_at as refundedAt', 'transaction_id as transactionId'])
    .select(['carrier', 'tracking_number as trackingNumber', 'total_cents as totalCents'])
    .where('id', '=', id)
    .$if(asker.role !== 'admin', (query) => query.where('user_id', '=', asker.id))
    .executeTakeFirst()
  return order ? { ...order, lines: await readLines(db, id) } : refuse('order_missing')
}

/** Name and price as they were ordered; for whoever packs, number, packs and weight of today. */
function readLines(db: Db, orderId: string): Promise<LineOnPaper[]> {
  return db
    .selectFrom('order_lines')
    .innerJoin('parts', 'parts.id', 'part_id')
    .select(['sku', 'part_name as partName', 'quantity'])
    .select('order_lines.unit_price_cents as unitPriceCents')
    .select(['pack_size as packSize', 'carton_size as cartonSize', 'hs_code as hsCode'])
    .select('weight_g as weightGrams')
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute()
}
