import { formatCount, formatDollars } from '@freehub/contract/money'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../platform/database/connections/connect.ts'
import { type Principal, visibleTo } from '../identity/guards.ts'

const MAX_ADDRESS_LINES = 8

/** `$1,680.00` */
export const formatAmount = (cents: number): string => formatDollars(cents / 100)

/** `1,240 pieces`, `1 carton`. */
export const formatUnits = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** `21 November 2026`, in UTC. */
export const formatDay = (date: Date): string => dayFormat.format(date)

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Splits an address into its lines. Joins them with commas if there are more than eight. */
export function splitAddress(address: string): string[] {
  const lines = address.split(/[\r\n]+/).map((line) => line.trim())
  const filled = lines.filter((line) => line !== '')
  return filled.length > MAX_ADDRESS_LINES ? [filled.join(', ')] : filled
}

/** Returns the lines of a customer's name and contact. Omits the email of a deleted account. */
export function formatCustomer({ name, address, phone, email }: OrderForDocument): string[] {
  const isDeleted = email.endsWith('@deleted.invalid')
  return [name, ...splitAddress(address), phone, isDeleted ? '' : email].filter(
    (line) => line !== '',
  )
}

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
