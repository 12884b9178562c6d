import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../platform/database/connections/connect.ts'
import { type Principal, visibleTo } from '../identity/guards.ts'

/** An order with the data that documents need. */
export interface OrderForDocument {
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
  lines: LineForDocument[]
}

export interface LineForDocument {
  sku: string | null
  partName: string
  quantity: number
  unitPriceCents: number
  packSize: number | null
  cartonSize: number | null
  weightGrams: number | null
  hsCode: string | null
}

/** Finds an order in any state: the user's own, or any order for an admin. */
export async function findOrderForDocument(
  db: Db,
  principal: Principal,
  id: string,
): Promise<OrderForDocument | Refusal> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'name', 'email', 'phone', 'address', 'placed_at as placedAt'])
    .select(['paid_at as paidAt', 'refunded_at as refundedAt', 'transaction_id as transactionId'])
    .select(['carrier', 'tracking_number as trackingNumber', 'total_cents as totalCents'])
    .where('id', '=', id)
    .where(visibleTo(principal))
    .executeTakeFirst()
  return order ? { ...order, lines: await readLines(db, id) } : refuse('order_missing')
}

/** Reads the recorded names and prices, and the part's current number, pack sizes and weight. */
function readLines(db: Db, orderId: string): Promise<LineForDocument[]> {
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
